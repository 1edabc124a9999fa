import { parseArgs } from "node:util";

/** The parts that can be run on their own. */
export const PARTS = [
  "commands",
  "sandbox",
  "memory",
  "registry",
  "lists",
] as const;
export type Part = (typeof PARTS)[number];

/** The options of the command line. */
export interface BenchOptions {
  readonly parts: readonly Part[];
  /** The lengths of the lists, ascending. */
  readonly counts: readonly number[];
  /** The file for all figures. */
  readonly json: string | undefined;
  /** A file with the figures of an earlier run, for the parts that are not run. */
  readonly earlier: string | undefined;
  /** Whether to write the tables to the documentation. */
  readonly write: boolean;
}

const DEFAULT_COUNTS: readonly number[] = [9, 100, 1_000, 10_000];
const USAGE = `Usage: npm run bench -- [--only ${PARTS.join(",")}] [--n 9,100,1000,10000] [--json FILE] [--with FILE] [--write]`;
const MAX_ADDRESSES = 20_000;

/** @throws {Error} with the usage, if an option is unknown or invalid. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { n, only, json, with: earlier, write = false } = parsed(args);
  if (write && only !== undefined && earlier === undefined) {
    throw new Error(
      `--write replaces all results: with --only, it needs those of an earlier run, --with FILE\n${USAGE}`,
    );
  }
  const counts = n === undefined ? DEFAULT_COUNTS : n.split(",").map(toCount);
  return {
    parts: only === undefined ? PARTS : only.split(",").map(toPart),
    counts: [...new Set(counts)].toSorted((a, b) => a - b),
    json,
    earlier,
    write,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        n: { type: "string" },
        only: { type: "string" },
        json: { type: "string" },
        with: { type: "string" },
        write: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n${USAGE}`);
  }
}

function toPart(text: string): Part {
  const part = PARTS.find((name) => name === text.trim());
  if (part === undefined) {
    throw new Error(`Unknown part "${text}"\n${USAGE}`);
  }
  return part;
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
