import type { ReadValue } from "../../src/sources/values.ts";

/** What is known of a value: plain data, with `unknown` and its reason. */
export function plainValue(value: ReadValue | undefined): unknown {
  switch (value?.kind) {
    case "scalar":
      return value.value;
    case "list":
      return value.items.map(plainValue);
    case "object":
      return Object.fromEntries(
        [...value.members].map(([name, { value: member }]) => [
          name,
          plainValue(member),
        ]),
      );
    case "unknown":
      return `unknown: ${value.reason}`;
    default:
      return undefined;
  }
}
