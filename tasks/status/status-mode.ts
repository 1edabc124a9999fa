import type { WriteStream } from "node:tty";
import { alphaError } from "../../src/base/errors.ts";
import type { CommonArguments, RepeatArguments } from "../cli/arguments.ts";

/** The arguments of `alpha status` that say how often the nodes are queried. */
export interface StatusModeArguments
  extends Pick<CommonArguments, "format" | "out">,
    Pick<RepeatArguments, "changesSince"> {
  readonly timeout: string | undefined;
  readonly wait: boolean;
  readonly watch: boolean;
  readonly interval: string | undefined;
}

/** @throws HardhatPluginError on options that cannot be combined. */
export function checkMode(
  {
    format,
    out,
    timeout,
    wait,
    watch,
    interval,
    changesSince,
  }: StatusModeArguments,
  { isTTY }: Pick<WriteStream, "isTTY">,
): void {
  if (timeout !== undefined && !wait) {
    throw alphaError("--timeout requires --wait.");
  }
  if (interval !== undefined && !watch) {
    throw alphaError("--interval requires --watch.");
  }
  if (watch && wait) {
    throw alphaError(
      "--watch and --wait cannot be combined: --wait ends when everything is ok, --watch on Ctrl-C.",
    );
  }
  if (watch && changesSince !== undefined) {
    throw alphaError("--watch and --changes-since cannot be combined.");
  }
  if (watch && out === undefined && (!isTTY || format !== "table")) {
    throw alphaError(
      "--watch requires a terminal and --format table, or a file that is written again and again: --out FILE. For pipes, repeat the command or use --wait.",
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
