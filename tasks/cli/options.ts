import { alphaError } from "../../src/base/errors.ts";
import { camelCase } from "./javascript.ts";

/**
 * Options that belong together, as they are written: `--timeout`, or with some of its
 * values `--format config or address-json`.
 */
export interface OptionRule {
  readonly option: string;
  readonly requires?: string;
  readonly conflicts?: string;
  /** A phrase that follows a colon. */
  readonly why?: string;
}

/**
 * Checks the options of a task that are set.
 *
 * @throws HardhatPluginError on an option without the one that it requires, and on two
 * that conflict.
 */
export function checkOptions(args: object, rules: readonly OptionRule[]): void {
  for (const { option, requires, conflicts, why } of rules) {
    const reason = why === undefined ? "." : `: ${why}.`;
    if (!isSet(args, option)) {
      continue;
    }
    if (requires !== undefined && !isSet(args, requires)) {
      throw alphaError(`${option} requires ${requires}${reason}`);
    }
    if (conflicts !== undefined && isSet(args, conflicts)) {
      throw alphaError(
        `${option} and ${conflicts} cannot be combined${reason}`,
      );
    }
  }
}

function isSet(args: object, option: string): boolean {
  const [name = "", ...values] = option.replace("--", "").split(/ (?:or )?/);
  const value: unknown = Reflect.get(args, camelCase(name));
  if (values.length > 0) {
    return values.includes(String(value));
  }
  return value !== undefined && value !== false;
}

const SECONDS = /^\d+(\.\d+)?$/;
const MAX_SECONDS = 365 * 24 * 60 * 60;

/**
 * A number of seconds, above 0 and at most a year; `undefined` if the option is not set.
 *
 * @throws HardhatPluginError that names the option if it is anything else.
 */
export function parseSeconds(
  option: string,
  text: string | undefined,
): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const seconds = SECONDS.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw alphaError(
      `Invalid ${option} "${text.slice(0, 40)}": expected a number of seconds above 0 and at most a year, such as ${option} 600.`,
    );
  }
  return seconds;
}
