import { getAddress } from "viem/utils";
import { type Address, uniqueAddresses } from "../../../base/address.ts";
import { codeKey, NOT_READ } from "../../reading/readings.ts";
import type { RunsReading, ViewsAt, WiringAnswers } from "../answers.ts";
import type { ReadValue } from "../decode-answers.ts";
import type { LockedValue } from "../facts.ts";
import { addressIn } from "../policy-facts.ts";
import {
  type ControlValue,
  dependencyText,
  describeItems,
  INCOMPLETE,
  NOT_FOUND,
} from "../values.ts";

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
  locked: LockedValue | undefined,
): ReadValue<ControlValue> {
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
  const items: string[] = [];
  for (const { address, code } of codes) {
    if (code.kind === "unknown") {
      const reason = `the code at ${address}, which it runs: ${code.reason}`;
      return { kind: "unknown", reason };
    }
    const hash = code.kind === "code" ? code.hash : undefined;
    items.push(dependencyText(address, hash));
  }
  items.sort();
  if (isComplete) {
    return { kind: "read", value: describeItems(items) };
  }
  const { named, pinned = [], isCalling } = delegation;
  const isFound = named.length + pinned.length + items.length > 0;
  const running = isFound ? "it may run code" : "it runs code";
  const why = touched?.ok === false ? touched.reason : "it was not asked";
  return {
    kind: "read",
    value:
      items.length > 0 || isFound
        ? describeItems([...items, INCOMPLETE])
        : NOT_FOUND,
    missing: `${isCalling ? "it may call contracts" : running} that could not be found: ${why}`,
  };
}

/** The addresses of the items of a locked value. */
export function lockedAddresses(
  locked: LockedValue | undefined,
): readonly Address[] {
  return [locked ?? []].flat().flatMap((item) => addressIn(item) ?? []);
}
