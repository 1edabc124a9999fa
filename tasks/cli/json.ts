import { escapeUnprintable } from "../../src/base/text.ts";

/**
 * A value as indented JSON. Invisible and bidirectional characters are escaped,
 * which does not change the parsed value.
 */
export function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
