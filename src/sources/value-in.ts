import type { ReadValue } from "./read/types.ts";

/** A number that a file gives; `undefined` for anything else. */
export function numberIn(value: ReadValue | undefined): number | undefined {
  return value?.kind === "scalar" && typeof value.value === "number"
    ? value.value
    : undefined;
}

/** A text that a file gives; `undefined` for anything else. */
export function textIn(value: ReadValue | undefined): string | undefined {
  return value?.kind === "scalar" && typeof value.value === "string"
    ? value.value
    : undefined;
}
