import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { ValueForm } from "../../contracts/contract-type.ts";
import type { FactVerification } from "../report.ts";
import type { LockedValue } from "./facts.ts";

/** A value of the chain as it is shown, compared and locked. */
export interface ControlValue {
  readonly text: string;
  /** All items, in an order of their own, where it is a list. */
  readonly items?: readonly string[];
  /** On chain, where the text is in another unit. */
  readonly raw?: string;
  /** What hides it, so that nothing is known of it. */
  readonly hidden?: FactVerification["hidden"];
}

/** Of what is kept in storage that the node does not show. */
export const NOT_READABLE: ControlValue = {
  text: "not readable",
  hidden: "storage",
};
/** Of storage that only known releases keep where it is read. */
export const NOT_KNOWN: ControlValue = {
  text: "not known for code of no release",
  hidden: "release",
};
/** Of what a contract runs, where nothing tells. */
export const NOT_FOUND: ControlValue = {
  text: "code that was not found",
  hidden: "code",
};
/** A view that a contract does not have. */
export const NOT_OFFERED: ControlValue = { text: "not offered" };
/** The empty text, which no table can show. */
export const EMPTY: ControlValue = { text: "empty" };

/** The hash behind a text that is not shown as it is. */
const IN_FULL = / \(in full: keccak256 0x[\da-f]{64}\)$/;

/** Whether a text means nothing else than itself, however addresses are spelled. */
export function isPlain(text: string): boolean {
  return !isWord(text) && !IN_FULL.test(text) && !/0x[\da-f]{40}/i.test(text);
}

/** Whether it may be a text that earlier versions locked without its hash. */
export function lacksHash(locked: LockedValue, actual: string): boolean {
  return actual.replace(IN_FULL, "") === locked && !isWord(locked);
}

function isWord(text: string): boolean {
  return text === NOT_OFFERED.text || text === EMPTY.text;
}

/** The last item of a list of which the node may not have shown all. */
export const INCOMPLETE = "others that the node may not show";

/** Whether there may be more than a list has. */
export function isIncomplete(items: string | readonly string[] = []): boolean {
  return Array.isArray(items) && items.includes(INCOMPLETE);
}

/** How a list of now differs from another one, as far as that is proven. */
export interface ItemChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What may have been there before, but was not shown then. */
  readonly unclear: readonly string[];
}

/**
 * An incomplete list proves what is in it. Whatever is locked is asked again, so that
 * an item which is not there any more is proven to be gone.
 */
export function compareItems(
  locked: readonly string[],
  actual: readonly string[],
): ItemChanges {
  const without = (items: readonly string[], others: readonly string[]) =>
    items.filter((one) => one !== INCOMPLETE && !others.includes(one));
  const places = new Set(locked.map(placeOf));
  const { true: added = [], false: unclear = [] } = Object.groupBy(
    without(actual, locked),
    (one) => `${!isIncomplete(locked) || places.has(placeOf(one))}` as const,
  );
  return { added, removed: without(locked, actual), unclear };
}

/** An item up to its address, of which a list has one only. */
function placeOf(item: string): string {
  return /^.*?0x[\da-f]{40}\b/i.exec(item)?.[0] ?? item;
}

/** What a view returned, in words; `undefined` if that is no value of its form. */
export function describeValue(
  form: Exclude<ValueForm, "holder" | "holders" | "items" | "text" | "any">,
  value: unknown,
): ControlValue | undefined {
  switch (form) {
    case "percent":
      return typeof value === "bigint"
        ? { text: percentOf(value), raw: String(value) }
        : undefined;
    case "number":
      return typeof value === "bigint" || typeof value === "number"
        ? { text: String(value) }
        : undefined;
    case "flag":
      return typeof value === "boolean"
        ? { text: value ? "yes" : "no" }
        : undefined;
    case "seconds":
      return typeof value === "bigint"
        ? { text: durationOf(value), raw: String(value) }
        : undefined;
    case "fields":
      return Array.isArray(value) ? { text: value.join(", ") } : undefined;
    case "addresses":
      return Array.isArray(value) &&
        value.every((item) => typeof item === "string")
        ? describeItems([...new Set(value)].sort())
        : undefined;
  }
}

/** An address of a list, and whether it is active. */
export function describeItem(item: unknown): string {
  const [address, isActive] = Array.isArray(item) ? item : [];
  return `${address}, ${isActive === true ? "active" : "not active"}`;
}

/** Of a longer list, the rest is counted. */
const MAX_SHOWN = 20;

/** A contract that another one runs. */
export function dependencyText(address: Address, codeHash?: Hex): string {
  return `${address}, ${codeHash === undefined ? "no code" : `code hash ${codeHash}`}`;
}

/** A list as a value. */
export function describeItems(items: readonly string[]): ControlValue {
  const more = items.length - MAX_SHOWN;
  const shown = items.slice(0, MAX_SHOWN).join(", ");
  return {
    text:
      items.length === 0
        ? "none"
        : `${shown}${more > 0 ? ` and ${more} more` : ""}`,
    items,
  };
}

const UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
] as const;

/** A time in the largest unit that it is whole in: `2 days`. */
function durationOf(seconds: bigint): string {
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
