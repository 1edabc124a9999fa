import type { WriteStream } from "node:tty";
import { alphaError } from "../../src/base/errors.ts";
import type { CommonArguments } from "../cli/arguments.ts";

/** The arguments of `alpha status` that say how often the nodes are queried. */
export interface StatusModeArguments
  extends Pick<CommonArguments, "format" | "out"> {
  readonly timeout: string | undefined;
  readonly wait: boolean;
  readonly watch: boolean;
}

/** @throws HardhatPluginError on options that cannot be combined. */
export function checkMode(
  { format, out, timeout, wait, watch }: StatusModeArguments,
  { isTTY }: Pick<WriteStream, "isTTY">,
): void {
  if (timeout !== undefined && !wait) {
    throw alphaError("--timeout requires --wait.");
  }
  if (watch && wait) {
    throw alphaError(
      "--watch and --wait cannot be combined: --wait ends when everything is ok, --watch on Ctrl-C.",
    );
  }
  if (watch && (!isTTY || format !== "table" || out !== undefined)) {
    throw alphaError(
      "--watch requires a terminal and --format table, without --out. For files, pipes and other formats, repeat the command or use --wait.",
    );
  }
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
