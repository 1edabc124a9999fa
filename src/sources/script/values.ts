/** A stretch of a file's text. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; a byte order mark takes no column. */
  readonly column: number;
  /** Offset in the text, in UTF-16 units, a byte order mark included. */
  readonly start: number;
  /** Offset of what follows. */
  readonly end: number;
}

/** A value as far as it is known from the text alone. */
export type ReadValue = ReadScalar | ReadList | ReadObject | ReadUnknown;

export interface ReadScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null | undefined;
  /** Where it is written: a constant's, where the constant is declared. */
  readonly place: Place;
  /** Environment variables that it is the default of; they win where they are set. */
  readonly variables?: readonly string[];
}

export interface ReadList {
  readonly kind: "list";
  readonly items: readonly ReadValue[];
  /** Spreads that may hold more items. */
  readonly beyond: readonly ReadUnknown[];
  readonly place: Place;
}

export interface ReadObject {
  readonly kind: "object";
  /** A map, so that no name can reach a prototype. */
  readonly members: ReadonlyMap<string, ReadMember>;
  /** Members that a later one of the same name in the same braces replaces. */
  readonly duplicates: readonly ReadMember[];
  /** Spreads and computed names that may hold more members. */
  readonly beyond: readonly ReadUnknown[];
  readonly place: Place;
}

/** A value that cannot be known without running the file. */
export interface ReadUnknown {
  readonly kind: "unknown";
  /** What keeps it from being known, to follow "it": "calls a function". */
  readonly reason: string;
  readonly place: Place;
  /** Environment variables that it is the value of, and that have no default. */
  readonly variables?: readonly string[];
}

export interface ReadMember {
  readonly name: string;
  /** The name, quotes included. */
  readonly key: Place;
  /** What stands after the name: a constant's name, where one is used. */
  readonly at: Place;
  readonly value: ReadValue;
}

/** One network's entry in a portal's file, in whatever dialect it is. */
export interface ReadChain extends ReadObject {
  /** The name it stands under, where the file is an object of entries. */
  readonly label: string | undefined;
}

/** The environment variables that a value is the default of, or is made of. */
export function variablesIn(value: ReadValue): readonly string[] {
  switch (value.kind) {
    case "list":
      return [...new Set(value.items.flatMap(variablesIn))];
    case "object":
      return [];
    default:
      return value.variables ?? [];
  }
}

const known = new WeakMap<ReadValue, number>();

/**
 * How many values a value is, all that it holds included, and as often as it is
 * held: two constants that hold the same list twice are one list in memory, and
 * many to who walks through them.
 */
export function sizeOf(value: ReadValue): number {
  if (value.kind === "scalar" || value.kind === "unknown") {
    return 1;
  }
  const size = known.get(value) ?? sizeOfParts(value);
  known.set(value, size);
  return size;
}

function sizeOfParts(
  value: Extract<ReadValue, { kind: "list" | "object" }>,
): number {
  const parts =
    value.kind === "list"
      ? value.items
      : [...value.members.values()].map((member) => member.value);
  return parts.reduce((size, part) => size + sizeOf(part), 1);
}
