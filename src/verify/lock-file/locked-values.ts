import { mapValues } from "../../base/records.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import type { KnownReading } from "../values/value.ts";
import type { LockedNetwork } from "./lock-file.ts";

/** The locked values by id. */
export function readingsOf(
  policy: LockedNetwork["policy"],
): Readonly<Record<string, KnownReading>> {
  return mapValues(policy, readingOf);
}

/**
 * Tells whether a locked value leaves nothing open; so does one that is not
 * there.
 */
export function isWhole(json: Json | undefined): boolean {
  const reading = readingOf(json ?? null);
  return sameness(compare(reading, reading)) === "same";
}
