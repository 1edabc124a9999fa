import type { Address } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import type { FactVerification, NetworkFindings } from "../report.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import type { KnownReading, Reading } from "../values/value.ts";
import { partyValue } from "../wiring/judge-holder.ts";
import { render, type Words } from "../words/render.ts";
import type { LockedNetwork } from "./lock-file.ts";

/** The locked values by id. */
export function readingsOf(
  policy: LockedNetwork["policy"],
): Readonly<Record<string, KnownReading>> {
  return Object.fromEntries(
    Object.entries(policy).map(([id, json]) => [id, readingOf(json)]),
  );
}

/** Whether a locked value leaves nothing open; so does one that is not there. */
export function isWhole(json: Json | undefined): boolean {
  const reading = readingOf(json ?? null);
  return sameness(compare(reading, reading)) === "same";
}

/** What was read of a fact. */
export function readingOfFact({ value, reason }: FactVerification): Reading {
  return value === undefined
    ? { kind: "unread", reason: reason ?? "it was not read" }
    : readingOf(value);
}

/** What the words of a value depend on. */
type Subject = Pick<FactVerification, "unit" | "severity">;

/** Who is behind an address is said where that matters. */
const CONTROL: Subject = { severity: "control" };

/**
 * The words of locked values: what is behind an address is locked at the address, unless
 * it is one of the network's contracts.
 */
export function lockedWords(
  { policy, contracts }: Pick<LockedNetwork, "policy" | "contracts">,
  { unit, severity }: Subject = CONTROL,
): Words {
  const own = Object.values(contracts);
  const partyAt = (address: Address) => {
    const is = ownValue(policy, `${address}.is`);
    return is === undefined ? contractAt(address, own) : readingOf(is);
  };
  return { unit, partyAt: severity === "control" ? partyAt : undefined };
}

/** The words of values of now. */
export function presentWords(
  { facts = [], contracts }: Pick<NetworkFindings, "facts" | "contracts">,
  { unit, severity }: Subject = CONTROL,
): Words {
  const own = contracts.filter(({ verdict }) => verdict === "present");
  const partyAt = (address: Address) => {
    const fact = facts.find(({ id }) => id === `${address}.is`);
    return fact === undefined ? contractAt(address, own) : readingOfFact(fact);
  };
  return { unit, partyAt: severity === "control" ? partyAt : undefined };
}

/** What is behind the address of a contract of the network. */
function contractAt(
  address: Address,
  own: readonly { readonly address?: string | undefined }[],
): Reading | undefined {
  return own.some((one) => isSameText(one.address, address))
    ? { kind: "read", value: partyValue({ kind: "contract" }) }
    : undefined;
}

/** `account at 0x…` of an address; any other value as it is shown. */
export function describeHolder(reading: Reading, words: Words): string {
  const address = addressIn(reading);
  const is = address && words.partyAt?.(address);
  return address === undefined || is?.kind !== "read"
    ? render(reading, words)
    : `${render(is)} at ${address}`;
}

/** The address that a reading is. */
export function addressIn(reading: Reading): Address | undefined {
  return reading.kind === "read" && reading.value.kind === "address"
    ? reading.value.value
    : undefined;
}
