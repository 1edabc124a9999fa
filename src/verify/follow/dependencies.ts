import { getAddress } from "viem/utils";
import { type Address, uniqueAddresses } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { OWNED } from "../../contracts/types/owned.ts";
import type {
  PolicyReading,
  RunsReading,
  ViewsAt,
  WiringAnswers,
} from "../questions/answers.ts";
import { codeKey, NOT_READ } from "../questions/readings.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  codeAt,
  type Item,
  type Reading,
  setOf,
} from "../values/value.ts";
import { encodeCall } from "./codec.ts";

/** How a contract, or an account that delegates, runs the code of others. */
export interface Delegation {
  /** What its own code names: a clone's implementation, an account's delegate. */
  readonly named: readonly Address[];
  /** Whether that is all that it runs. */
  readonly isWhole: boolean;
  /** Whether it only calls others, as most contracts do. */
  readonly isCalling?: boolean;
  /** What it runs as a proxy that is compared as such. */
  readonly pinned?: readonly Address[];
}

/** What the chain has at these addresses, such as precompiled contracts. */
const MAX_RESERVED = 0xffffn;

/** The addresses whose code a contract runs or asks, as far as anything names them. */
function dependenciesOf(
  of: Address,
  { named, pinned = [] }: Delegation,
  reading: RunsReading | undefined,
): readonly Address[] {
  const touched = reading?.touched.ok === true ? reading.touched.value : [];
  const others = new Set([of, ...pinned].map(codeKey));
  return uniqueAddresses([...named, ...(reading?.named ?? []), ...touched])
    .filter((one) => !others.has(codeKey(one)) && BigInt(one) > MAX_RESERVED)
    .map((one) => getAddress(one.toLowerCase()));
}

/**
 * What a contract runs: each address with its code hash.
 *
 * @param contract with the calls of its views, which show what they touch
 */
export function readDependencies(
  { address: of, calls }: ViewsAt,
  delegation: Delegation,
  answers: WiringAnswers,
  locked: Reading | undefined,
): PolicyReading {
  const runs = delegation.isWhole
    ? undefined
    : answers.get({ kind: "runs", address: of, calls });
  const touched = runs?.touched;
  const isComplete = delegation.isWhole || touched?.ok === true;
  const found = dependenciesOf(of, delegation, runs);
  // What the lock names is still compared where nothing shows whether it is run.
  const addresses = isComplete ? found : [...found, ...lockedAddresses(locked)];
  const codes = uniqueAddresses(addresses).map((address) => ({
    address,
    code: answers.get({ kind: "code", address }) ?? NOT_READ,
  }));
  const items: Item[] = [];
  for (const { address, code } of codes) {
    if (code.kind === "unknown") {
      const reason = because("dependency-unread", told(code.reason), {
        address,
      });
      return { reading: { kind: "unread", reason } };
    }
    const hash = code.kind === "code" ? code.hash : undefined;
    items.push(codeAt(address, hash));
  }
  if (isComplete) {
    return { reading: { kind: "read", value: setOf(items) } };
  }
  const { named, pinned = [], isCalling } = delegation;
  const others = [...pinned, ...(runs?.named ?? [])];
  const isFound =
    named.length > 0 || runsOneOf(others, { address: of, calls }, answers);
  const running = isFound ? "may-run" : "runs";
  const why: Reason =
    touched?.ok === false ? told(touched.reason) : { code: "not-asked" };
  return {
    reading:
      items.length > 0 || isFound
        ? { kind: "read", value: setOf(items, "no-access-list") }
        : { kind: "hidden", reason: "code-not-found" },
    missing: because("no-access-list", why, {
      how: isCalling ? "may-call" : running,
    }),
  };
}

/** More of those that a contract names are not asked what they answer. */
const MAX_NAMED = 16;
const WORD_LENGTH = 66;

/** What contracts of any kind answer, those that only name an implementation, too. */
const ANSWERED_BY_ANY: ReadonlySet<string> = new Set(
  Object.values(OWNED).flatMap(({ source }) =>
    "view" in source ? [encodeCall(source.view)] : [],
  ),
);

/**
 * Whether one of others may be what a contract runs: it answers a view that the contract
 * answers. A slot may hold something else, such as an authority (ERC-3643).
 */
function runsOneOf(
  others: readonly Address[],
  { address: of, calls }: ViewsAt,
  answers: WiringAnswers,
): boolean {
  const isAnswered = (to: Address, data: Hex) => {
    const call = { to, data };
    const read = answers.get({ kind: "optional", call, isFollowed: true });
    return read?.kind === "returned" && read.data.length >= WORD_LENGTH;
  };
  const views = calls.flatMap(({ data }) =>
    !ANSWERED_BY_ANY.has(data) && isAnswered(of, data) ? [data] : [],
  );
  const some = uniqueAddresses(others).slice(0, MAX_NAMED);
  return some.some(
    (to) => views.length === 0 || views.some((data) => isAnswered(to, data)),
  );
}

/** The addresses in a locked value. */
export function lockedAddresses(
  locked: Reading | undefined,
): readonly Address[] {
  return locked?.kind === "read" ? addressesOf(locked.value) : [];
}
