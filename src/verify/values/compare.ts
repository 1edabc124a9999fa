import {
  canonical,
  type Item,
  keyOf,
  type Reading,
  type Sequence,
  type SetOf,
  type Value,
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
  /** What is proven to be new, and what is proven to be gone. */
  readonly added: readonly Part[];
  readonly removed: readonly Part[];
  /** What one side has, or is proven not to have, and the other one leaves open. */
  readonly unsure: {
    readonly before: readonly Part[];
    readonly now: readonly Part[];
  };
  readonly open: {
    readonly before: readonly Place[];
    readonly now: readonly Place[];
  };
}

interface Found {
  readonly added: Part[];
  readonly removed: Part[];
  readonly unsure: { readonly before: Part[]; readonly now: Part[] };
  readonly open: { readonly before: Place[]; readonly now: Place[] };
}

/**
 * How two readings differ. Each stands for every complete value that it may mean: hidden
 * and unread ones for any, an incomplete set for all sets that contain it.
 */
export function compare(before: Reading, now: Reading): Difference {
  const found: Found = {
    added: [],
    removed: [],
    unsure: { before: [], now: [] },
    open: { before: [], now: [] },
  };
  const sides = { before, now } as const;
  for (const side of ["before", "now"] as const) {
    if (isOpen(sides[side])) {
      found.open[side].push([]);
    }
  }
  const [was, is] = [before, now].map((one) =>
    one.kind === "read" ? one.value : undefined,
  );
  if (isOpen(before) || isOpen(now)) {
    if (!isOpen(before)) {
      found.unsure.before.push({ at: [], value: was });
      openSets(was, [], found.open.before);
    }
    if (!isOpen(now)) {
      found.unsure.now.push({ at: [], value: is });
      openSets(is, [], found.open.now);
    }
  } else if (was === undefined || is === undefined) {
    if (was !== is) {
      replace(was, is, [], found);
    }
  } else {
    compareValues(was, is, [], found);
  }
  return found;
}

function isOpen({ kind }: Reading): boolean {
  return kind === "hidden" || kind === "unread";
}

function replace(
  was: Value | undefined,
  is: Value | undefined,
  at: Place,
  { added, removed, open }: Found,
): void {
  removed.push({ at, value: was });
  added.push({ at, value: is });
  openSets(was, at, open.before);
  openSets(is, at, open.now);
}

/** Adds the places of incomplete sets. */
function openSets(value: Value | undefined, at: Place, open: Place[]): void {
  if (value?.kind === "set" && value.missing !== undefined) {
    open.push(at);
  } else if (value?.kind === "sequence") {
    for (const [place, one] of value.items.entries()) {
      openSets(one, [...at, place], open);
    }
  } else if (value?.kind === "record") {
    for (const [name, one] of Object.entries(value.fields)) {
      openSets(one, [...at, name], open);
    }
  }
}

function compareValues(was: Value, is: Value, at: Place, found: Found): void {
  if (was.kind === "set" && is.kind === "set") {
    compareSets(was, is, at, found);
  } else if (was.kind === "sequence" && is.kind === "sequence") {
    compareFields(fieldsOf(was), fieldsOf(is), at, found);
  } else if (was.kind === "record" && is.kind === "record") {
    const fields = [was, is].map((one) => new Map(Object.entries(one.fields)));
    const [before = new Map(), now = new Map()] = fields;
    compareFields(before, now, at, found);
  } else if (!isSameItem(was, is)) {
    replace(was, is, at, found);
  }
}

function isSameItem(was: Value, is: Value): boolean {
  return isScalar(was) && isScalar(is) && canonical(was) === canonical(is);
}

function isScalar(value: Value): value is Item & { readonly value: unknown } {
  return "value" in value;
}

function fieldsOf({ items }: Sequence): ReadonlyMap<number, Value> {
  return new Map(items.entries());
}

function compareFields<K extends string | number>(
  before: ReadonlyMap<K, Value>,
  now: ReadonlyMap<K, Value>,
  at: Place,
  found: Found,
): void {
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const place = [...at, name];
    const [was, is] = [before.get(name), now.get(name)];
    if (was !== undefined && is !== undefined) {
      compareValues(was, is, place, found);
    } else if (was !== undefined) {
      found.removed.push({ at: place, value: was });
      openSets(was, place, found.open.before);
    } else if (is !== undefined) {
      found.added.push({ at: place, value: is });
      openSets(is, place, found.open.now);
    }
  }
}

function compareSets(was: SetOf, is: SetOf, at: Place, found: Found): void {
  const { added, removed, unsure, open } = found;
  const [before, now] = [was, is].map(
    ({ items }) => new Map(items.map((one) => [keyOf(one), one])),
  );
  for (const [key, value] of before ?? []) {
    const other = now?.get(key);
    const isGone = other !== undefined || excludes(is, key);
    if (other === undefined || canonical(other) !== canonical(value)) {
      (isGone ? removed : unsure.before).push({ at, value });
    }
  }
  for (const [key, value] of now ?? []) {
    const other = before?.get(key);
    const isNew = other !== undefined || excludes(was, key);
    if (other === undefined || canonical(other) !== canonical(value)) {
      (isNew ? added : unsure.now).push({ at, value });
    }
  }
  unsure.before.push(
    ...openIn(is, now, was.without).map((value) => ({ at, value })),
  );
  unsure.now.push(
    ...openIn(was, before, is.without).map((value) => ({ at, value })),
  );
  if (was.missing !== undefined) {
    open.before.push(at);
  }
  if (is.missing !== undefined) {
    open.now.push(at);
  }
}

/** The items that a set neither has nor excludes. */
function openIn(
  set: SetOf,
  items: ReadonlyMap<string, Item> | undefined,
  others: readonly Item[] = [],
): readonly Item[] {
  return others.filter((one) => {
    const key = keyOf(one);
    return items?.has(key) !== true && !excludes(set, key);
  });
}

/** Whether a set is proven not to have an item that is not listed in it. */
function excludes({ missing, without = [] }: SetOf, key: string): boolean {
  return missing === undefined || without.some((one) => keyOf(one) === key);
}

/**
 * Whether the world is as it was: both mean one and the same value, no value fits both,
 * or neither is certain.
 */
export function sameness({
  added,
  removed,
  unsure,
  open,
}: Difference): "same" | "changed" | "unclear" {
  if (added.length + removed.length > 0) {
    return "changed";
  }
  const unclear = [unsure.before, unsure.now, open.before, open.now];
  return unclear.every(({ length }) => length === 0) ? "same" : "unclear";
}

/**
 * Whether a later reading of the same block says at least what the first one says, so
 * that an incomplete set confirms itself.
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
    const isSame =
      first.kind === "hidden" &&
      later.kind === "hidden" &&
      first.reason === later.reason;
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
