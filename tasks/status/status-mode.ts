import type { WriteStream } from "node:tty";
import { alphaError } from "../../src/base/errors.ts";

const DEFAULT_TIMEOUT = 300;
const MILLISECONDS = 1000;

/** How often the nodes are asked. */
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
 * What the arguments of `alpha status` ask for.
 *
 * @throws HardhatPluginError on a number that is none, and on options that
 * exclude each other.
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
    throw alphaError("--timeout goes with --wait.");
  }
  if (watch && wait) {
    throw alphaError(
      "--watch and --wait exclude each other: --wait ends when all is ok, --watch with Ctrl-C.",
    );
  }
  if (watch && (!isTTY || format !== "table" || out !== undefined)) {
    throw alphaError(
      "--watch draws a table on a terminal. For files, pipes and other formats, repeat the command, or use --wait.",
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
const MOST = 365 * 24 * 60 * 60;

/**
 * A number of seconds, above 0 and at most a year.
 *
 * @throws HardhatPluginError that names the option if it is none.
 */
function parseSeconds(option: string, text: string): number {
  const seconds = SECONDS.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= MOST)) {
    throw alphaError(
      `${option} takes a number of seconds above 0, such as ${option} 600. It got "${text.slice(0, 40)}".`,
    );
  }
  return seconds;
}
