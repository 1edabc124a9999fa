import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Reason } from "./reason.ts";

/** One thing that the chain says, never how it is shown. */
export type Scalar =
  /** In its EIP-55 spelling. */
  | { readonly kind: "address"; readonly value: Address }
  | { readonly kind: "number"; readonly value: bigint }
  | { readonly kind: "flag"; readonly value: boolean }
  /** Whole: only what shows it shortens it. */
  | { readonly kind: "text"; readonly value: string }
  /** In lower case. */
  | { readonly kind: "bytes"; readonly value: Hex };

/** Values by name, sorted by it. */
export interface RecordOf<T> {
  readonly kind: "record";
  readonly fields: Readonly<Record<string, T>>;
}

export type Item = Scalar | RecordOf<Scalar>;

/**
 * Items without an order. An address is the key of a record that has one: no two items
 * have the same.
 */
export interface SetOf {
  readonly kind: "set";
  readonly items: readonly Item[];
  /** The reason why there may be others. */
  readonly missing?: Missing | undefined;
  /** Items that are proven not to be in an incomplete set. */
  readonly without?: readonly Item[] | undefined;
}

/** Values at places, always all of them. */
export interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly Value[];
}

export type Value = Scalar | SetOf | Sequence | RecordOf<Value>;

/**
 * The reason why a set may have other items: its endpoint does not show all of
 * them.
 */
export type Missing = (typeof MISSING)[number];
export const MISSING = ["no-access-list", "no-events"] as const;

/**
 * The reason why an endpoint never shows a value, or nobody knows where it is
 * kept.
 */
export type Hidden = (typeof HIDDEN)[number];
export const HIDDEN = [
  "storage-hidden",
  "not-of-release",
  "code-not-found",
] as const;

/** The result of reading a value. */
export type Reading<T = Value> =
  | { readonly kind: "read"; readonly value: T }
  /** The contract runs the call, which fails, or returns something else. */
  | { readonly kind: "not offered"; readonly isInvalid?: true }
  /** Never on this endpoint. */
  | { readonly kind: "hidden"; readonly reason: Hidden }
  /** Not this time. */
  | { readonly kind: "unread"; readonly reason: Reason };

/** The value; `undefined` where nothing was read. */
export function valueIn<T>(reading: Reading<T> | undefined): T | undefined {
  return reading?.kind === "read" ? reading.value : undefined;
}

/** A reading that says something, and may be kept. */
export type KnownReading = Exclude<Reading, { readonly kind: "unread" }>;

export const NOT_OFFERED = { kind: "not offered" } as const;

/** The reading of a value that a contract may not offer. */
export function offered(value: Value | undefined): KnownReading {
  return value === undefined ? NOT_OFFERED : { kind: "read", value };
}

export function addressValue(value: Address): Scalar {
  return { kind: "address", value };
}

export function numberValue(value: bigint | number): Scalar {
  return { kind: "number", value: BigInt(value) };
}

export function flagValue(value: boolean): Scalar {
  return { kind: "flag", value };
}

export function textValue(value: string): Scalar {
  return { kind: "text", value };
}

export function bytesValue(value: Hex): Scalar {
  return { kind: "bytes", value: value.toLowerCase() as Hex };
}

export function record<T>(fields: Readonly<Record<string, T>>): RecordOf<T> {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return { kind: "record", fields: Object.fromEntries(sorted) };
}

export function sequence(items: readonly Value[]): Sequence {
  return { kind: "sequence", items };
}

/**
 * A set of items, without repetitions.
 *
 * @param without items that an incomplete set is proven not to have
 */
export function setOf(
  items: readonly Item[],
  missing?: Missing,
  without: readonly Item[] = [],
): SetOf {
  const distinct = new Map(items.map((item) => [keyOf(item), item]));
  const set = { kind: "set", items: [...distinct.values()] } as const;
  if (missing === undefined) {
    return set;
  }
  const others = without.filter((item) => !distinct.has(keyOf(item)));
  const absent = new Map(others.map((item) => [keyOf(item), item]));
  if (absent.size === 0) {
    return { ...set, missing };
  }
  return { ...set, missing, without: [...absent.values()] };
}

/** A value that may be in a set; `undefined` of one that has lists or records in it. */
export function itemIn(value: Value | undefined): Item | undefined {
  switch (value?.kind) {
    case undefined:
    case "set":
    case "sequence":
      return undefined;
    case "record": {
      const fields = Object.entries(value.fields);
      const isFlat = fields.every(
        (field): field is [string, Scalar] => "value" in field[1],
      );
      return isFlat ? record(Object.fromEntries(fields)) : undefined;
    }
    default:
      return value;
  }
}

/**
 * The key that tells an item of a set from all others that the set may have.
 */
export function keyOf(item: Item): string {
  if (item.kind === "record" && item.fields["address"] !== undefined) {
    return canonical(item.fields["address"]);
  }
  return canonical(item);
}

/** Equal for equal values, whatever the order of a set and the spelling, and for no others. */
export function canonical(value: Value): string {
  switch (value.kind) {
    case "set": {
      const { items, missing, without = [] } = value;
      const all = [items, without].map((some) => some.map(canonical).sort());
      return `set ${missing} ${JSON.stringify(all)}`;
    }
    case "sequence":
      return `sequence ${JSON.stringify(value.items.map(canonical))}`;
    case "record": {
      const fields = Object.entries(value.fields).map(
        ([name, one]) => [name, canonical(one)] as const,
      );
      return `record ${JSON.stringify(fields)}`;
    }
    case "address":
      return `address ${value.value.toLowerCase()}`;
    default:
      return `${value.kind} ${value.value}`;
  }
}

/** Equal for equal readings. */
export function canonicalReading(reading: KnownReading): string {
  switch (reading.kind) {
    case "read":
      return canonical(reading.value);
    case "hidden":
      return `hidden ${reading.reason}`;
    case "not offered":
      return reading.kind;
  }
}

/** The unit of a number, by its path: shares of 10^18, or seconds. */
export type Unit = "share" | "seconds";

/** A contract that another one runs; without a hash, it has no code. */
export function codeAt(address: Address, codeHash?: Hex): Item {
  const at = addressValue(address);
  return record(
    codeHash === undefined
      ? { address: at }
      : { address: at, code: bytesValue(codeHash) },
  );
}

/** The value for an address with a contract of no known kind. */
export const CONTRACT: Scalar = textValue("contract");

/** The addresses in a value, each in the place where it stands. */
export function addressesOf(value: Value | undefined): readonly Address[] {
  switch (value?.kind) {
    case "address":
      return [value.value];
    case "set":
    case "sequence":
      return value.items.flatMap(addressesOf);
    case "record":
      return Object.values(value.fields).flatMap(addressesOf);
    default:
      return [];
  }
}
