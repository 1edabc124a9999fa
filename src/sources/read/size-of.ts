import type { ReadValue } from "./types.ts";

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
