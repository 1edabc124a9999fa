import { alphaError } from "../../src/errors.ts";

/** The last second that a date of JavaScript has. */
const LAST = 8_640_000_000_000;

/**
 * When an export is made, in ISO 8601: `SOURCE_DATE_EPOCH`, the variable by which
 * reproducible builds are told, else the epoch, so that the same configuration
 * gives the same text.
 *
 * @throws HardhatPluginError if the variable holds no number of seconds.
 */
export function exportTimestamp(
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const text = environment["SOURCE_DATE_EPOCH"] || "0";
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= LAST)) {
    throw alphaError(
      "The environment variable SOURCE_DATE_EPOCH holds no number of seconds since 1970. Correct it, or unset it.",
    );
  }
  return new Date(seconds * 1000).toISOString();
}
