import { getAddress } from "viem/utils";
import { type Address, uniqueAddresses } from "../../base/address.ts";
import { given, ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { SAFE_DECIDING } from "../../contracts/types/safe.ts";
import type { WiringFact } from "../expect/facts.ts";
import { isToken, type VerificationTarget } from "../expect/targets.ts";
import { isReleased, mayCallOthers } from "../follow/code-at.ts";
import { selectorIn } from "../follow/codec.ts";
import { callsOf } from "../follow/decode-answers.ts";
import type { Delegation } from "../follow/dependencies.ts";
import type { Naming } from "../follow/followed.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { ReadPresence } from "../presence/verify-presence.ts";
import type { Answers } from "../questions/question.ts";
import { type CodeReading, codeKey } from "../questions/readings.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { contractId, nameInId } from "../values/path.ts";
import { hopsOf } from "../values/proxy.ts";
import { addressesOf, valueIn } from "../values/value.ts";

/** The questions that tell whether the code of contracts is the locked one. */
export interface ComparedCode {
  readonly locked: LockedNetwork;
  readonly targets: readonly VerificationTarget[];
  readonly delegating: ReadonlyMap<string, Delegation>;
}

/**
 * Tells whether an address has the locked code, and runs no other, as far as
 * that is answered. The same code has the same views.
 */
export function hasLockedCode(
  address: Address,
  { locked, targets, delegating }: ComparedCode,
  answers: Answers,
): boolean {
  const target = targets.find((one) => isSameText(one.address, address));
  const code = answers.known({ kind: "code", address });
  if (target === undefined) {
    return isLockedParty(address, locked, answers);
  }
  const id = contractId(target);
  const entry = ownValue(locked.contracts, id);
  return (
    entry !== undefined &&
    entry.proxy === undefined &&
    isSameText(entry.address, address) &&
    isHash(code, entry.codeHash) &&
    runsOwnCode(delegating.get(codeKey(address))) &&
    // With a value, the contract may run other code.
    ownValue(locked.policy, `${id}.dependencies`) == null
  );
}

/** Tells whether a contract only calls others, if anything. */
function runsOwnCode(delegation: Delegation | undefined): boolean {
  return delegation === undefined || delegation.isCalling === true;
}

/**
 * Tells whether code that was read has a hash; what was not read is asked
 * anyway.
 */
function isHash(
  code: CodeReading | undefined,
  hash: Json | undefined,
): boolean {
  return code === undefined || (code.kind === "code" && code.hash === hash);
}

function isLockedParty(
  address: Address,
  { policy }: LockedNetwork,
  answers: Answers,
): boolean {
  const code = answers.known({ kind: "code", address });
  const lockedAt = (name: string) => ownValue(policy, `${address}.${name}`);
  const party = lockedAt("is");
  if (party === "account") {
    return code === undefined || code.kind === "none";
  }
  const { what, safe, delegation } = judgeHolder(address, answers);
  if (typeof party === "object" && party !== null && "safe" in party) {
    const isSame = what.ok ? safe === party["safe"] : code?.kind !== "none";
    return (
      isSame && SAFE_DECIDING.every((name) => lockedAt(name) !== undefined)
    );
  }
  return (
    party === "contract" &&
    isHash(code, lockedAt("codeHash")) &&
    runsOwnCode(delegation) &&
    lockedAt("dependencies") == null
  );
}

/**
 * Tells whether code that is the locked one has no function that a fact needs.
 * A function that only fails may answer later.
 *
 * @param isOpen what counts as long as the code is asked
 */
export function lacksFunctions(
  fact: WiringFact,
  answers: Answers,
  isOpen: boolean,
): boolean {
  const { of: address } = fact;
  const code = answers.known({ kind: "code", address });
  if (code?.kind !== "code") {
    return code?.kind === "none" || isOpen;
  }
  if (isReleased(code)) {
    return true;
  }
  const text = answers.get({ kind: "text", address });
  if (text?.kind !== "code") {
    return text === undefined && isOpen;
  }
  return callsOf(fact, 0).every(
    ({ call }) => !text.code?.includes(selectorIn(call.data)),
  );
}

/**
 * Looks up the codes of the implementations that the lock names, which are asked in the
 * first trip.
 */
export function lookUpImplementations(
  { contracts, policy }: LockedNetwork,
  answers: Answers,
): void {
  const ofProxies = Object.values(contracts).flatMap(({ proxy }) =>
    hopsOf(proxy).map(({ implementation }) => implementation),
  );
  for (const address of uniqueAddresses(ofProxies)) {
    answers.get({ kind: "code", address });
    answers.get({ kind: "text", address });
  }
  const others = Object.entries(policy)
    .filter(([id]) => nameInId(id) === "dependencies")
    .flatMap(([, json]) => addressesOf(valueIn(readingOf(json))));
  for (const address of uniqueAddresses(others)) {
    answers.get({ kind: "code", address });
  }
}

/** How contracts may run other code, besides what is compared as their proxy. */
export function delegationsOf({ targets, codes, chains }: ReadPresence) {
  const found = new Map<string, Delegation>();
  for (const target of targets) {
    const key = codeKey(target.address ?? "");
    const chain = chains.get(key);
    const code = codes.get(key);
    const text = code?.kind === "code" ? code.code : undefined;
    if (chain !== undefined) {
      const pinned = chain.hops.flatMap(({ implementation, beacon }) =>
        given(implementation, beacon),
      );
      found.set(key, { named: [], isWhole: false, pinned });
    } else if (isToken(target) && text !== undefined && mayCallOthers(text)) {
      // A token may delegate to another contract, whose code is checked too.
      found.set(key, { named: [], isWhole: false, isCalling: true });
    }
  }
  return found;
}

/**
 * The addresses that may change what the contracts run.
 *
 * @param locked names who could change it before
 */
export function proxyPowers(
  { targets, chains }: ReadPresence,
  present: readonly Address[],
  locked?: LockedNetwork,
): readonly Naming[] {
  return targets.flatMap((target): readonly Naming[] => {
    const { address = "0x" } = target;
    const by = contractId(target);
    const hops = chains.get(codeKey(address))?.hops ?? [];
    const was = ownValue(locked?.contracts ?? {}, by)?.proxy;
    return (["admin", "beacon"] as const).map((power) => {
      const named = [...hops, was].flatMap((one) => one?.[power] ?? []);
      return {
        label: `${by} proxy ${power}`,
        by,
        addresses: present.includes(address)
          ? named.map((one) => getAddress(one.toLowerCase()))
          : [],
      };
    });
  });
}
