import { type Address, uniqueAddresses } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { SAFE_DECIDING } from "../../contracts/types/safe.ts";
import type { VerificationTarget } from "../expect/targets.ts";
import { mayBeProxy } from "../follow/code-at.ts";
import { type Delegation, dependenciesOf } from "../follow/dependencies.ts";
import type { FollowedCode } from "../follow/follow-code.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import type { LockedContract, LockedNetwork } from "../lock-file/lock-file.ts";
import type { Answers } from "../questions/answers.ts";
import { type CodeReading, codeKey } from "../questions/readings.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { contractId } from "../values/path.ts";
import { hopsOf } from "../values/proxy.ts";
import { addressesOf, valueIn } from "../values/value.ts";

/** What tells whether the code of contracts is the locked one. */
export interface ComparedCode {
  readonly locked: LockedNetwork;
  readonly targets: readonly VerificationTarget[];
  /** What contracts run, by their {@link codeKey}. */
  readonly chains: ReadonlyMap<string, FollowedCode>;
  readonly delegating: ReadonlyMap<string, Delegation>;
}

/**
 * Whether an address has the locked code, and so has all that it runs, as far as that is
 * answered. The same code has the same views: then only the values that the lock has of
 * the address are asked.
 */
export function hasLockedCode(
  address: Address,
  compared: ComparedCode,
  answers: Answers,
): boolean {
  const { locked, targets } = compared;
  const target = targets.find((one) => isSameText(one.address, address));
  if (target !== undefined) {
    const id = contractId(target);
    const entry = ownValue(locked.contracts, id);
    return (
      entry !== undefined &&
      isSameText(entry.address, address) &&
      isLockedContract(entry, compared, answers) &&
      (runsKnownCode(compared.chains.get(codeKey(address))) ||
        hasDependencies(
          { id: `${id}.dependencies`, address },
          compared.delegating.get(codeKey(address)),
          locked,
          answers,
        ))
    );
  }
  const party = ownValue(locked.policy, `${address}.is`);
  return party !== undefined && isLockedParty(address, party, locked, answers);
}

function isLockedContract(
  { address, codeHash, proxy }: LockedContract,
  { chains }: ComparedCode,
  answers: Answers,
): boolean {
  const code = answers.known({ kind: "code", address });
  const chain = chains.get(codeKey(address));
  const was = hopsOf(proxy);
  const is = chain?.hops ?? [];
  const isOpen = code === undefined || (chain && chain.end === undefined);
  const isSamePath = is.every(
    ({ kind, implementation, code: runs }, place) =>
      kind === was[place]?.kind &&
      isSameText(implementation, was[place].implementation) &&
      isHash(runs, was[place].implementationCodeHash),
  );
  return (
    isHash(code, codeHash) &&
    isSamePath &&
    (isOpen === true || is.length === was.length)
  );
}

/** Whether all code is known that a proxy runs, as far as that is answered. */
function runsKnownCode(chain: FollowedCode | undefined): boolean {
  return (
    chain !== undefined &&
    (chain.end === undefined ||
      (chain.hops.length > 0 && !mayBeProxy(chain.end)))
  );
}

/** Whether code that was read has a hash; what was not read is asked anyway. */
function isHash(
  code: CodeReading | undefined,
  hash: Json | undefined,
): boolean {
  return (
    code === undefined ||
    (code.kind === "code" ? code.hash === hash : hash === undefined)
  );
}

function isLockedParty(
  address: Address,
  party: Json,
  locked: LockedNetwork,
  answers: Answers,
): boolean {
  const { policy } = locked;
  const code = answers.known({ kind: "code", address });
  const lockedAt = (name: string) => ownValue(policy, `${address}.${name}`);
  if (party === "account") {
    return code === undefined || code.kind === "none";
  }
  if (typeof party === "object" && party !== null && "safe" in party) {
    const { what, safe } = judgeHolder(address, answers);
    const isSame = what.ok ? safe === party["safe"] : code?.kind !== "none";
    return (
      isSame && SAFE_DECIDING.every((name) => lockedAt(name) !== undefined)
    );
  }
  if (party !== "contract" || !isHash(code, lockedAt("codeHash"))) {
    return false;
  }
  const { delegation } = judgeHolder(address, answers);
  const id = `${address}.dependencies`;
  return hasDependencies({ id, address }, delegation, locked, answers);
}

/** Whether all that a contract runs is locked, and has the locked code. */
function hasDependencies(
  { id, address: of }: { readonly id: string; readonly address: Address },
  delegation: Delegation | undefined,
  { policy }: LockedNetwork,
  answers: Answers,
): boolean {
  if (delegation === undefined) {
    return true;
  }
  const value = valueIn(readingOf(ownValue(policy, id) ?? null));
  if (value?.kind !== "set" || value.missing !== undefined) {
    return false;
  }
  const known = new Set(addressesOf(value));
  const views = { address: of, calls: [] };
  const isKnown = (one: Address) => known.has(one);
  return (
    (answers.known({ kind: "touched", ...views }) === undefined ||
      dependenciesOf(views, delegation, answers).every(isKnown)) &&
    value.items.every((item) => {
      const { address, code } = item.kind === "record" ? item.fields : {};
      return (
        address?.kind === "address" &&
        isHash(
          answers.get({ kind: "code", address: address.value }),
          code?.kind === "bytes" ? code.value : undefined,
        )
      );
    })
  );
}

/** What the lock names that contracts run, whose codes are asked in the first trip. */
export function lockedImplementations({
  contracts,
}: LockedNetwork): readonly Address[] {
  return uniqueAddresses(
    Object.values(contracts).flatMap(({ proxy }) =>
      hopsOf(proxy).map(({ implementation }) => implementation),
    ),
  );
}
