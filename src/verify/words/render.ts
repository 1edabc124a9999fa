import { keccak256, toHex } from "viem/utils";
import { type Address, isZeroAddress } from "../../base/address.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { ROLE_NAMES } from "../../contracts/types/roles.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type {
  Hidden,
  Item,
  Reading,
  RecordOf,
  Scalar,
  Value,
} from "../values/value.ts";

/** What a number counts: shares of 10^18, or seconds. */
export type Unit = "share" | "seconds";

/** What is known of a value besides it. */
export interface Words {
  readonly unit?: Unit | undefined;
  /** What is behind an address, by its value. */
  readonly partyAt?: ((address: Address) => Reading | undefined) | undefined;
}

const HIDDEN_WORDS: Readonly<Record<Hidden, string>> = {
  "storage-hidden": "not readable",
  "not-of-release": "not known for code of no release",
  "code-not-found": "code that was not found",
};
/** The last item of a list of which the node may not have shown all. */
const OTHERS = "others that the node may not show";
/** Of a longer list, the rest is counted. */
const MAX_SHOWN = 20;

/** A reading in one line: `0.1 %`, `2 days`, `0x… (account)`. */
export function render(reading: Reading, words: Words = {}): string {
  switch (reading.kind) {
    case "not offered":
      return "not offered";
    case "hidden":
      return HIDDEN_WORDS[reading.reason];
    case "unread":
      return "not read";
    case "read":
      return renderValue(reading.value, words);
  }
}

function renderValue(value: Value, words: Words): string {
  const items = itemsOf(value, words);
  if (items !== undefined) {
    const more = items.length - MAX_SHOWN;
    const shown = items.slice(0, MAX_SHOWN).join(", ");
    const rest = more > 0 ? ` and ${more} more` : "";
    return items.length === 0 ? "none" : `${shown}${rest}`;
  }
  return value.kind === "record"
    ? renderRecord(value, words)
    : renderScalar(value as Scalar, words);
}

/** The items of a list, each in words; `undefined` of any other value. */
function itemsOf(value: Value, words: Words): readonly string[] | undefined {
  if (value.kind === "sequence") {
    return value.items.map((one) => renderItem(one, words));
  }
  if (value.kind !== "set") {
    return undefined;
  }
  const items = value.items.map((one) => renderItem(one, words)).sort();
  return value.missing === undefined ? items : [...items, OTHERS];
}

/** An item of a list, or a part of a value. */
export function renderItem(value: Value | Item, words: Words): string {
  const text = renderValue(value, words);
  return value.kind === "sequence" || value.kind === "set" ? `(${text})` : text;
}

function renderRecord({ fields }: RecordOf<Value>, words: Words): string {
  const { address, active, code, role, member, safe, delegatesTo } = fields;
  const shown = (one: Value) => renderItem(one, words);
  if (address !== undefined && active?.kind === "flag") {
    return `${shown(address)}, ${active.value ? "active" : "not active"}`;
  }
  if (role?.kind === "bytes" && member !== undefined) {
    return `${ROLE_NAMES.get(role.value) ?? role.value}: ${shown(member)}`;
  }
  if (address !== undefined) {
    const what = code === undefined ? "no code" : `code hash ${shown(code)}`;
    return `${renderItem(address, {})}, ${what}`;
  }
  if (safe !== undefined) {
    return `${SAFE.words} ${shown(safe)}`;
  }
  if (delegatesTo !== undefined) {
    return `account that delegates to ${shown(delegatesTo)}`;
  }
  const entries = Object.entries(fields).map(
    ([name, one]) => `${untrustedText(name)}: ${shown(one)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

function renderScalar(scalar: Scalar, { unit, partyAt }: Words): string {
  switch (scalar.kind) {
    case "address": {
      const { value } = scalar;
      const party = isZeroAddress(value) ? undefined : partyAt?.(value);
      const who = isZeroAddress(value) && partyAt ? "nobody" : undefined;
      const words = who ?? (party?.kind === "read" ? render(party) : undefined);
      return words === undefined ? value : `${value} (${words})`;
    }
    case "number":
      return unit === "share"
        ? percentOf(scalar.value)
        : unit === "seconds"
          ? durationOf(scalar.value)
          : String(scalar.value);
    case "flag":
      return scalar.value ? "yes" : "no";
    case "bytes":
      return shownInFull(scalar.value);
    case "text":
      return scalar.value === "" ? "empty" : shownInFull(scalar.value);
  }
}

/** A text of the chain. What is not shown as it is has its hash. */
function shownInFull(text: string): string {
  const shown = untrustedText(text);
  return shown === text
    ? text
    : `${shown} (in full: keccak256 ${keccak256(toHex(text))})`;
}

const UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
] as const;

/** A time in the largest unit that it is whole in: `2 days`. */
export function durationOf(seconds: bigint): string {
  const [unit, size] = UNITS.find(
    ([, one]) => seconds > 0n && seconds % one === 0n,
  ) ?? ["second", 1n];
  const count = seconds / size;
  return `${count} ${unit}${count === 1n ? "" : "s"}`;
}

const DECIMALS_OF_PERCENT = 16;

/** A share of 10^18 in percent, with every digit: `0.1 %`. */
function percentOf(share: bigint): string {
  const digits = share.toString().padStart(DECIMALS_OF_PERCENT + 1, "0");
  const whole = digits.slice(0, -DECIMALS_OF_PERCENT);
  const rest = digits.slice(-DECIMALS_OF_PERCENT).replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} %`;
}
