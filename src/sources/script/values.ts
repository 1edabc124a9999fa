/** A range of a file's text. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. A byte order mark has no column. */
  readonly column: number;
  /** Offset in the text, in UTF-16 units, including a byte order mark. */
  readonly start: number;
  /** Offset of the next character after it. */
  readonly end: number;
}

/** A value, as far as the text alone determines it. */
export type ReadValue = ReadScalar | ReadList | ReadObject | ReadUnknown;

export interface ReadScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null | undefined;
  /** Where the literal is; for a constant, in its declaration. */
  readonly place: Place;
  /** The environment variables that it is the default of, the first to win first. */
  readonly variables?: readonly string[];
}

export interface ReadList {
  readonly kind: "list";
  readonly items: readonly ReadValue[];
  /** Spreads that may add items. */
  readonly unknownParts: readonly ReadUnknown[];
  readonly place: Place;
}

export interface ReadObject {
  readonly kind: "object";
  /** A map, so that no name can reach a prototype. */
  readonly members: ReadonlyMap<string, ReadMember>;
  /** Members that a later member of the same object literal overrides. */
  readonly duplicates: readonly ReadMember[];
  /** Spreads and computed names that may add members. */
  readonly unknownParts: readonly ReadUnknown[];
  readonly place: Place;
}

/** A value that can only be determined by running the file. */
export interface ReadUnknown {
  readonly kind: "unknown";
  /** Why, to follow "it": "calls a function". */
  readonly reason: string;
  readonly place: Place;
  /** The environment variables that it is the value of. */
  readonly variables?: readonly string[];
  /** The environment variables that choose between its values. */
  readonly conditions?: readonly string[];
}

export interface ReadMember {
  readonly name: string;
  /** The name, including quotes. */
  readonly key: Place;
  /** The expression after the name, such as a constant's name. */
  readonly at: Place;
  readonly value: ReadValue;
}

/** One chain of a portal's file, in any dialect. */
export interface ReadChain extends ReadObject {
  /** Its name, if the file is an object of chains by name. */
  readonly label: string | undefined;
}

/** The environment variables that a value, or a part of it, comes from. */
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

/** Whether two values are the same one, or known and equal. */
export function isSameValue(one: ReadValue, other: ReadValue): boolean {
  if (one === other) {
    return true;
  }
  if (one.kind === "scalar" || other.kind === "scalar") {
    return (
      one.kind === "scalar" &&
      other.kind === "scalar" &&
      one.value === other.value &&
      String(one.variables) === String(other.variables)
    );
  }
  if (one.kind === "list" && other.kind === "list") {
    return (
      one.unknownParts.length + other.unknownParts.length === 0 &&
      one.items.length === other.items.length &&
      one.items.every((item, index) => {
        const second = other.items[index];
        return second !== undefined && isSameValue(item, second);
      })
    );
  }
  if (one.kind === "object" && other.kind === "object") {
    return (
      one.unknownParts.length + other.unknownParts.length === 0 &&
      one.members.size === other.members.size &&
      [...one.members.values()].every(({ name, value }) => {
        const second = other.members.get(name)?.value;
        return second !== undefined && isSameValue(value, second);
      })
    );
  }
  return false;
}

const known = new WeakMap<ReadValue, number>();

/**
 * The number of values in a value, including nested ones. A value with several
 * references counts once for each: it is one value in memory, but many for a walk.
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
