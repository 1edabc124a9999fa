import { parseArgs } from "node:util";

/** The options of the command line. */
export interface BenchOptions {
  /** The lengths of the lists, ascending. */
  readonly counts: readonly number[];
  /** The file for all figures. */
  readonly json: string | undefined;
  /** Whether to write the tables to the documentation. */
  readonly write: boolean;
}

const DEFAULT_COUNTS: readonly number[] = [9, 100, 1_000, 10_000];
const USAGE =
  "Usage: npm run bench -- [--n 9,100,1000,10000] [--json FILE] [--write]";
const MAX_ADDRESSES = 20_000;

/** @throws {Error} with the usage, if an option is unknown or invalid. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { n, json, write } = parsed(args);
  const counts = n === undefined ? DEFAULT_COUNTS : n.split(",").map(toCount);
  return {
    counts: [...new Set(counts)].toSorted((a, b) => a - b),
    json,
    write: write === true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        n: { type: "string" },
        json: { type: "string" },
        write: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n${USAGE}`);
  }
}

function toCount(text: string): number {
  const count = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(count) || count > MAX_ADDRESSES) {
    throw new Error(
      `Invalid number of addresses "${text}": expected 1 to ${MAX_ADDRESSES}\n${USAGE}`,
    );
  }
  return count;
}
