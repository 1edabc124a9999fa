import type { Address } from "../../../src/base/address.ts";
import type { Verified } from "./chain.ts";

/** How a report shows that something was changed. */
export type Shown = "red" | "named" | "hidden";

/**
 * A change is red if a value of one of the contracts, or one that names it, is another
 * one; it is named if a line says of them what was not read, that was not there before.
 */
export function shownAs(
  changed: Verified,
  before: Verified,
  addresses: readonly Address[],
): Shown {
  const isAbout = (text: string) =>
    addresses.some((one) => text.toLowerCase().includes(one.toLowerCase()));
  if (changed.outcome === "failed" && changesIn(changed).some(isAbout)) {
    return "red";
  }
  const known = linesOf(before);
  const isNamed = linesOf(changed).some(
    (line) => !known.includes(line) && isAbout(line),
  );
  return isNamed ? "named" : "hidden";
}

/** The values that are not those of the lock. */
export function changesIn({ network }: Verified): readonly string[] {
  return [
    ...network.contracts.map(({ key, change }) => [key, change?.text] as const),
    ...(network.facts ?? []).map(
      ({ id, change }) => [id, change?.text] as const,
    ),
  ].flatMap(([id, text]) => (text === undefined ? [] : [`${id}: ${text}`]));
}

/** What was not read, and what the lock says of no value. */
function linesOf({ network }: Verified): readonly string[] {
  const { notLookedAt = [], lock } = network;
  return [
    ...notLookedAt.map(({ id, reason }) => `${id ?? ""}: ${reason}`),
    ...(lock?.findings ?? []).map(({ reason }) => reason),
  ];
}
