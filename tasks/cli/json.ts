import { escapeUnprintable } from "../../src/base/text.ts";

/**
 * A value as indented JSON. What a reader would not see, or would see in another
 * order, is escaped: parsers read the same value.
 */
export function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
