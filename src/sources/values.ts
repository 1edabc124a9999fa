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

/** A value of a file, with the place in its text that it comes from. */
export type ReadValue = ReadScalar | ReadList | ReadObject | ReadUnknown;

export interface ReadScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null | undefined;
  /**
   * Where the literal is; for a constant, in its declaration. The expression that made
   * it, if it is no literal.
   */
  readonly place: Place;
  /** The environment variables that it is the default of, the first to win first. */
  readonly variables?: readonly string[] | undefined;
}

export interface ReadList {
  readonly kind: "list";
  readonly items: readonly ReadValue[];
  readonly place: Place;
}

export interface ReadObject {
  readonly kind: "object";
  /** A map, so that no name can reach a prototype. */
  readonly members: ReadonlyMap<string, ReadMember>;
  /** Members that a later member of the same object literal overrides. */
  readonly duplicates: readonly ReadDuplicate[];
  readonly place: Place;
}

/** A value that the file alone does not have. */
export interface ReadUnknown {
  readonly kind: "unknown";
  /** The reason, to follow "it": "is defined in another file". */
  readonly reason: string;
  readonly place: Place;
}

/** The reason of a number that no field may be: it is known, but no value of JSON. */
export const NOT_FINITE = "is not a finite number";

export interface ReadName {
  readonly name: string;
  /** The name, including quotes. */
  readonly key: Place;
}

export interface ReadDuplicate extends ReadName {
  /** The line of the member that overrides it. */
  readonly line: number;
}

export interface ReadMember extends ReadName {
  /** The expression after the name, such as a constant's name. */
  readonly at: Place;
  readonly value: ReadValue;
}

/** A value without places; an empty object is `undefined`. */
export type Plain = string | number | boolean | null | PlainList | PlainObject;

export type PlainList = readonly Plain[];

interface PlainObject {
  /** The reason why the value is unknown. */
  readonly unknown?: string;
  readonly members?: PlainMembers;
}

export type PlainMembers = readonly (readonly [name: string, value: Plain])[];

export function isList(value: Plain): value is PlainList {
  return Array.isArray(value);
}

/** `undefined` unless the value is an object with members. */
export function membersOfPlain(value: Plain): PlainMembers | undefined {
  if (typeof value === "object" && value !== null && !isList(value)) {
    return value.members;
  }
  return undefined;
}

/** A member of an object; `undefined` of any other value. */
export function memberIn(
  value: ReadValue,
  name: string,
): ReadMember | undefined {
  return value.kind === "object" ? value.members.get(name) : undefined;
}

/** The environment variables that a value, or a part of it, comes from. */
export function variablesIn(value: ReadValue): readonly string[] {
  switch (value.kind) {
    case "list":
      return [...new Set(value.items.flatMap(variablesIn))];
    case "scalar":
      return value.variables ?? [];
    default:
      return [];
  }
}

/** The overridden members of a value and of its parts. */
export function duplicatesIn(value: ReadValue): readonly ReadDuplicate[] {
  switch (value.kind) {
    case "list":
      return value.items.flatMap(duplicatesIn);
    case "object":
      return [...value.members.values()]
        .flatMap((member) => duplicatesIn(member.value))
        .concat(value.duplicates);
    default:
      return [];
  }
}

/** The data of a value, without what is not known. */
export function plainOf(value: ReadValue): unknown {
  switch (value.kind) {
    case "scalar":
      return value.value;
    case "list":
      return value.items.map(plainOf);
    case "object":
      return Object.fromEntries(
        [...value.members.values()].map((member) => [
          member.name,
          plainOf(member.value),
        ]),
      );
    case "unknown":
      return "…";
  }
}
