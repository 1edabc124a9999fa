import {
  canonical,
  canonicalReading,
  keyOf,
  type Reading,
  type SetOf,
  type Value,
  valueIn,
} from "./value.ts";

/** A value of one side, at its place in the whole. */
export interface Part {
  readonly at: readonly (string | number)[];
  /** `undefined` where the contract does not offer the value. */
  readonly value: Value | undefined;
}

/** Where a side may have more than it says. */
type Place = readonly (string | number)[];

/** How what was read differs from what was read before. */
export interface Difference {
  /**
   * The items that are proven to be new, and those that are proven to be gone.
   */
  readonly added: Part[];
  readonly removed: Part[];
  /**
   * The items that one side has, or is proven not to have, and that the other
   * one leaves open.
   */
  readonly unsure: { readonly before: Part[]; readonly now: Part[] };
  readonly open: { readonly before: Place[]; readonly now: Place[] };
}

/**
 * How two readings differ. Each stands for every complete value that it may mean: hidden
 * and unread ones for any, an incomplete set for all sets that contain it.
 */
export function compare(before: Reading, now: Reading): Difference {
  const found: Difference = {
    added: [],
    removed: [],
    unsure: { before: [], now: [] },
    open: { before: [], now: [] },
  };
  if (!isOpen(before) && !isOpen(now)) {
    compareValues(valueIn(before), valueIn(now), [], found);
    return found;
  }
  for (const [side, reading] of [
    ["before", before],
    ["now", now],
  ] as const) {
    const value = valueIn(reading);
    if (isOpen(reading)) {
      found.open[side].push([]);
    } else {
      found.unsure[side].push({ at: [], value });
      openSets(value, [], found.open[side]);
    }
  }
  return found;
}

function isOpen({ kind }: Reading): boolean {
  return kind === "hidden" || kind === "unread";
}

/** Adds the places of incomplete sets. */
function openSets(value: Value | undefined, at: Place, open: Place[]): void {
  if (value?.kind === "set" && value.missing !== undefined) {
    open.push(at);
  }
  for (const [name, one] of partsOf(value) ?? []) {
    openSets(one, [...at, name], open);
  }
}

/** The values in a value, by name or place; `undefined` of one that is compared whole. */
function partsOf(
  value: Value | undefined,
): ReadonlyMap<string | number, Value> | undefined {
  switch (value?.kind) {
    case "sequence":
      return new Map(value.items.entries());
    case "record":
      return new Map(Object.entries(value.fields));
    default:
      return undefined;
  }
}

function compareValues(
  was: Value | undefined,
  is: Value | undefined,
  at: Place,
  found: Difference,
): void {
  const [before, now] = [was, is].map(partsOf);
  if (was?.kind === "set" && is?.kind === "set") {
    compareSets(was, is, at, found);
  } else if (before && now && was?.kind === is?.kind) {
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      const place = [...at, name];
      if (!now.has(name)) {
        addPart("before", before.get(name), place, found);
      } else if (!before.has(name)) {
        addPart("now", now.get(name), place, found);
      } else {
        compareValues(before.get(name), now.get(name), place, found);
      }
    }
  } else if ((was && canonical(was)) !== (is && canonical(is))) {
    addPart("before", was, at, found);
    addPart("now", is, at, found);
  }
}

/** Adds a part that one side alone has. */
function addPart(
  side: "before" | "now",
  value: Value | undefined,
  at: Place,
  { added, removed, open }: Difference,
): void {
  const parts = side === "before" ? removed : added;
  parts.push({ at, value });
  openSets(value, at, open[side]);
}

function compareSets(
  was: SetOf,
  is: SetOf,
  at: Place,
  found: Difference,
): void {
  for (const [side, one, other, proven] of [
    ["before", was, is, found.removed],
    ["now", is, was, found.added],
  ] as const) {
    const others = new Map(other.items.map((item) => [keyOf(item), item]));
    const unsure = found.unsure[side];
    for (const value of one.items) {
      const key = keyOf(value);
      const same = others.get(key);
      if (same === undefined || canonical(same) !== canonical(value)) {
        const isProven = same !== undefined || excludes(other, key);
        (isProven ? proven : unsure).push({ at, value });
      }
    }
    for (const value of one.without ?? []) {
      const key = keyOf(value);
      if (!others.has(key) && !excludes(other, key)) {
        unsure.push({ at, value });
      }
    }
    openSets(one, at, found.open[side]);
  }
}

/**
 * Tells whether a set is proven not to have an item that is not listed in it.
 */
function excludes({ missing, without = [] }: SetOf, key: string): boolean {
  return missing === undefined || without.some((one) => keyOf(one) === key);
}

/**
 * Tells whether the world is as it was: both mean one and the same value, no
 * value fits both, or neither is certain.
 */
export function sameness(found: Difference): "same" | "changed" | "unclear" {
  const { added, removed, unsure, open } = found;
  if (added.length + removed.length > 0) {
    return "changed";
  }
  const unclear = [unsure.before, unsure.now, open.before, open.now];
  return unclear.every(({ length }) => length === 0) ? "same" : "unclear";
}

/**
 * Tells whether a later reading of the same block says at least what the first
 * one says, so that an incomplete set confirms itself.
 */
export function confirms(
  first: Reading,
  later: Reading,
): "confirmed" | "disputed" | "unconfirmed" {
  if (later.kind === "unread") {
    return first.kind === "unread" ? "confirmed" : "unconfirmed";
  }
  if (first.kind === "unread") {
    return "confirmed";
  }
  if (first.kind === "hidden" || later.kind === "hidden") {
    const isSame = canonicalReading(first) === canonicalReading(later);
    return isSame ? "confirmed" : "disputed";
  }
  const { added, removed, unsure, open } = compare(first, later);
  if (added.length + removed.length > 0) {
    return "disputed";
  }
  const known = new Set(open.before.map((at) => JSON.stringify(at)));
  const isWhole = open.now.every((at) => known.has(JSON.stringify(at)));
  return isWhole && unsure.before.length === 0 ? "confirmed" : "unconfirmed";
}
