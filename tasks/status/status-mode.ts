import type { WriteStream } from "node:tty";
import { alphaError } from "../../src/base/errors.ts";

const DEFAULT_TIMEOUT = 300;
const MILLISECONDS = 1000;

/** How often the nodes are queried. */
export type StatusMode =
  | { readonly kind: "once" }
  | { readonly kind: "watch" }
  | {
      readonly kind: "wait";
      /** In ms. */
      readonly timeout: number;
    };

export interface StatusModeArguments {
  readonly format: string;
  readonly maxBlockAge: string | undefined;
  readonly out: string | undefined;
  readonly timeout: string | undefined;
  readonly wait: boolean;
  readonly watch: boolean;
}

/**
 * The mode that the arguments of `alpha status` select.
 *
 * @throws HardhatPluginError on an invalid number, and on options that cannot be
 * combined.
 */
export function statusMode(
  { format, maxBlockAge, out, timeout, wait, watch }: StatusModeArguments,
  { isTTY }: Pick<WriteStream, "isTTY">,
): {
  /** In seconds. */
  readonly maxBlockAge: number | undefined;
  readonly mode: StatusMode;
} {
  const age =
    maxBlockAge === undefined
      ? undefined
      : parseSeconds("--max-block-age", maxBlockAge);
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
  if (watch) {
    return { maxBlockAge: age, mode: { kind: "watch" } };
  }
  if (!wait) {
    return { maxBlockAge: age, mode: { kind: "once" } };
  }
  const seconds =
    timeout === undefined
      ? DEFAULT_TIMEOUT
      : parseSeconds("--timeout", timeout);
  return {
    maxBlockAge: age,
    mode: { kind: "wait", timeout: seconds * MILLISECONDS },
  };
}

const SECONDS = /^\d+(\.\d+)?$/;
const MAX_SECONDS = 365 * 24 * 60 * 60;

/**
 * A number of seconds, above 0 and at most a year.
 *
 * @throws HardhatPluginError that names the option if it is anything else.
 */
export function parseSeconds(option: string, text: string): number {
  const seconds = SECONDS.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw alphaError(
      `Invalid ${option} "${text.slice(0, 40)}": expected a number of seconds above 0 and at most a year, such as ${option} 600.`,
    );
  }
  return seconds;
}
