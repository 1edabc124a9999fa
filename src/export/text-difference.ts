import { collectSecrets } from "../rpc/collect-secrets.ts";
import { createScrubber } from "../rpc/create-scrubber.ts";
import { untrustedText } from "../rpc/untrusted-text.ts";

/** Lines shown of each side. */
const MOST_LINES = 5;
const URL_TEXT = /\bhttps?:\/\/[^\s"'`<>]+/gi;

/**
 * Where a text starts to differ from the one that is expected, in a few lines
 * with their numbers; `undefined` where they differ in line endings at most.
 * Secrets in URLs are not shown: a file may hold what is hidden by now.
 */
export function textDifference(
  actual: string,
  expected: string,
): string | undefined {
  const has = linesOf(actual);
  const wanted = linesOf(expected);
  const shorter = Math.min(has.length, wanted.length);
  let start = 0;
  while (start < shorter && has[start] === wanted[start]) {
    start++;
  }
  if (start === has.length && start === wanted.length) {
    return undefined;
  }
  let end = 0;
  while (end < shorter - start && has.at(-1 - end) === wanted.at(-1 - end)) {
    end++;
  }
  return [
    ...shown(has.slice(start, has.length - end), start + 1, "-"),
    ...shown(wanted.slice(start, wanted.length - end), start + 1, "+"),
  ].join("\n");
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

function shown(
  lines: readonly string[],
  first: number,
  sign: "-" | "+",
): readonly string[] {
  const more = lines.length - MOST_LINES;
  return [
    ...lines
      .slice(0, MOST_LINES)
      .map((line, index) => `  ${first + index} ${sign} ${shownLine(line)}`),
    ...(more > 0 ? [`  ${sign} and ${more} more`] : []),
  ];
}

function shownLine(line: string): string {
  const secrets = (line.match(URL_TEXT) ?? []).flatMap((url) => [
    ...collectSecrets({ url }),
  ]);
  return untrustedText(line, { scrubber: createScrubber(secrets) });
}
