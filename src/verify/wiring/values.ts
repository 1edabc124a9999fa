import type { ValueForm } from "../../contracts/contract-type.ts";

/** A value of the chain as it is shown, compared and locked. */
export interface ControlValue {
  readonly text: string;
  /** All items, in an order of their own, where it is a list. */
  readonly items?: readonly string[];
  /** On chain, where the text is in another unit. */
  readonly raw?: string;
}

/** Of what is kept in storage that the node does not show. */
export const NOT_READABLE: ControlValue = { text: "not readable" };

/** Whether a value was not read since the node does not show storage. */
export function isNotReadable({
  actual,
}: {
  readonly actual?: string | undefined;
}): boolean {
  return actual === NOT_READABLE.text;
}

/** What a view returned, in words; `undefined` if that is no value of its form. */
export function describeValue(
  form: Exclude<ValueForm, "holder" | "items">,
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

const DECIMALS_OF_PERCENT = 16;

/** A share of 10^18 in percent, with every digit: `0.1 %`. */
function percentOf(share: bigint): string {
  const digits = share.toString().padStart(DECIMALS_OF_PERCENT + 1, "0");
  const whole = digits.slice(0, -DECIMALS_OF_PERCENT);
  const rest = digits.slice(-DECIMALS_OF_PERCENT).replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} %`;
}
