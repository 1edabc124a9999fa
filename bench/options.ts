import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface BenchOptions {
  /** Lengths of the lists, ascending. */
  readonly counts: readonly number[];
  /** A file for all figures. */
  readonly json: string | undefined;
  /** Whether the tables go into the documentation. */
  readonly write: boolean;
}

const DEFAULT_COUNTS: readonly number[] = [9, 100, 1_000, 10_000];
const USAGE =
  "Usage: npm run bench -- [--n 9,100,1000,10000] [--json FILE] [--write]";
const MOST_ADDRESSES = 20_000;

/** @throws {Error} On anything that is no option, with the usage. */
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
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why}\n${USAGE}`);
  }
}

function toCount(text: string): number {
  const count = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(count) || count > MOST_ADDRESSES) {
    throw new Error(
      `"${text}" is no number of addresses from 1 to ${MOST_ADDRESSES}\n${USAGE}`,
    );
  }
  return count;
}
