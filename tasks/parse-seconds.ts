import { alphaError } from "../src/errors.ts";

const SECONDS = /^\d+(\.\d+)?$/;
const MOST = 365 * 24 * 60 * 60;

/**
 * A number of seconds, above 0 and at most a year.
 *
 * @throws HardhatPluginError that names the option if it is none.
 */
export function parseSeconds(option: string, text: string): number {
  const seconds = SECONDS.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= MOST)) {
    throw alphaError(
      `${option} takes a number of seconds above 0, such as ${option} 600. It got "${text.slice(0, 40)}".`,
    );
  }
  return seconds;
}
