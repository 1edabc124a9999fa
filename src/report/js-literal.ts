import { escapeUnprintable } from "./escape-unprintable.ts";

/**
 * A value as JavaScript and TypeScript source that stays one literal wherever it
 * is pasted: no line separator ends it, and in an HTML page no `</script>` or
 * `<!--` does.
 */
export function jsLiteral(value: string | number | boolean): string {
  return escapeUnprintable(JSON.stringify(value)).replaceAll("<", "\\u003c");
}
