import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import { addressIn } from "../found.ts";
import type { ChangePower, LikelyPower } from "../lock/changers.ts";
import {
  type Holders,
  isKnownSafe,
  type Readings,
  safeAt,
  signersOf,
  type Times,
} from "../lock/power-holders.ts";
import { compare } from "../values/compare.ts";
import type { Reading } from "../values/value.ts";
import { wordsBy } from "./parties.ts";
import { describeDifference, render } from "./render.ts";
import { sentence } from "./sentences.ts";

/**
 * The powers that could have made a change, as the end of a line; empty where
 * nobody is named.
 */
export function describePower(change: ChangePower, times: Times): string {
  const { power, holders, unknownPower, likely } = change;
  const why = unknownPower === undefined ? "" : sentence(unknownPower);
  if (power !== undefined) {
    const who = given(power, holders && describeHolders(holders, times));
    const more = why && `; who holds this power now is unknown: ${why}`;
    return `, changed by ${who.join(": ")}${more}`;
  }
  const who = likely
    ? `; ${describeLikely(likely)}: ${describeHolders(likely.holders, times)}`
    : "";
  return why && `; who changed it is unknown: ${why}${who}`;
}

/**
 * The power to change a value if the code does what its functions are named
 * after.
 */
function describeLikely({ like }: LikelyPower): string {
  if (like === undefined) {
    return "if only its owner can";
  }
  return `its functions are those of ${like.contract}, where this is up to ${like.changer}`;
}

/** `account at 0x…, then account at 0x…`: the locked holder, and the present one. */
function describeHolders({ before, after }: Holders, times: Times): string {
  const was = describeHolder(before, times.locked);
  if (after === undefined) {
    return was;
  }
  const is = describeHolder(after, times.now);
  return `${was}, then ${was === is ? othersIn(before, after, times) : is}`;
}

/**
 * The difference between two holders whose words are equal: lists are shown in
 * part.
 */
function othersIn(before: Reading, after: Reading, times: Times): string {
  const words = [wordsBy(times.locked), wordsBy(times.now)] as const;
  const lists = [[before, after] as const, ...signersOf(before, after, times)];
  const differences = lists.map(([was, is]) =>
    describeDifference(compare(was, is), ...words),
  );
  return given("others", differences.filter(Boolean).join("; ")).join(": ");
}

/**
 * `account at 0x…` or `multisig, Safe 1.4.1 at 0x…, 2 of 3 owners` of an address; any
 * other value as it is shown.
 */
function describeHolder(reading: Reading, at: Readings): string {
  const address = addressIn(reading);
  const is = address && at(`${address}.is`);
  if (address === undefined || is?.kind !== "read") {
    return render(reading, wordsBy(at));
  }
  const signers = describeSigners(address, at);
  const who = `${render(is)} at ${address}`;
  return signers === undefined ? who : `${who}, ${signers}`;
}

/** The signers who can make a Safe act; `undefined` if that is not known. */
function describeSigners(address: Address, at: Readings): string | undefined {
  const safe = safeAt(address, at);
  if (safe === undefined || !isKnownSafe(address, at)) {
    return undefined;
  }
  const { owners, threshold, modules } = safe;
  const signers = `${threshold.value} of ${owners.items.length} owners`;
  if (modules === undefined) {
    return `${signers}, or a module, which were not read`;
  }
  const shown = render({ kind: "read", value: modules }, wordsBy(at));
  if (modules.items.length === 0) {
    return signers;
  }
  return `${signers}, or module ${shown}`;
}
