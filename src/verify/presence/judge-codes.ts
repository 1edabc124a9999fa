import type { Hex } from "../../base/hex.ts";
import type { ProbedCode } from "../../rpc/probe-codes.ts";
import type { Agreement } from "../reading/agreed-reads.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  addressOf,
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  hasCode,
  isSameCode,
} from "../reading/readings.ts";
import type { ProgramRun } from "../reading/state-reader.ts";
import type { AbsenceEvidence } from "./read-codes.ts";

const NO_HASH = /^0x0*$/;
/** keccak256 of no bytes, which no code has for its hash. */
const HASH_OF_NOTHING =
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
/** Far beyond every chain's limit. */
const MAX_CODE_BYTES = 2 ** 24;

/**
 * The codes by runs of the bulk probe that were at the block. Code that no account can
 * have is left out, and must be read in another way.
 */
export function judgeProbed(
  runs: readonly ProgramRun<ProbedCode>[],
  block: Pick<BlockReader, "isHere">,
): CodeReadings {
  return new Map(
    runs
      .filter(({ origin }) => block.isHere(origin))
      .flatMap(({ answers }) => [...answers])
      .flatMap(([key, code]) => {
        const reading = readingOf(code);
        return reading === undefined ? [] : [[key, reading]];
      }),
  );
}

function readingOf({ size, hash }: ProbedCode): CodeReading | undefined {
  if (size === 0) {
    return { kind: "none" };
  }
  if (size > MAX_CODE_BYTES || hash === HASH_OF_NOTHING) {
    return undefined;
  }
  // Some chains give no hash for an account without balance.
  const known = hash === undefined || NO_HASH.test(hash) ? undefined : hash;
  return { kind: "code", size, hash: known, code: undefined };
}

const DELEGATION_BYTES = 23;
/**
 * What may have so many bytes: the zero that some nodes send in place of no code, a
 * delegation (EIP-7702), and clones (EIP-7511, EIP-1167).
 */
const TELLING_SIZES: ReadonlySet<number> = new Set([
  1,
  DELEGATION_BYTES,
  44,
  45,
]);

/** Whether the code itself must be read, since size and hash do not tell what it is. */
export function needsItsCode(reading: CodeReading | undefined): boolean {
  return (
    reading?.kind === "code" &&
    reading.code === undefined &&
    TELLING_SIZES.has(reading.size)
  );
}

/**
 * Codes with those that were read of an unknown block, where these have the hash that
 * the probe has told, which makes them codes of its block.
 */
export function withEarlyCodes(
  codes: CodeReadings,
  early: CodeReadings,
): CodeReadings {
  const same = [...early].filter(([key, reading]) => {
    const code = codes.get(key);
    return code?.kind === "code" && code.hash && isSameCode(code, reading);
  });
  return new Map([...codes, ...same]);
}

/** Codes with those that were read because of their size, which must be the same. */
export function withShortCodes(
  codes: CodeReadings,
  short: CodeReadings,
): CodeReadings {
  const judged = [...short].map(([key, reading]) => {
    const code = codes.get(key);
    const isSame =
      reading.kind === "unknown" ||
      (reading.kind === "delegated"
        ? code?.kind === "code" && code.size === DELEGATION_BYTES
        : code !== undefined && isSameCode(code, reading));
    return [key, isSame ? reading : unknown(CODES_DISAGREE)] as const;
  });
  return new Map([...codes, ...judged]);
}

/** The address whose code is the smallest to read; `undefined` if none has code. */
export function smallestContract(codes: CodeReadings): Hex | undefined {
  const sizes = [...codes].flatMap(([key, reading]) =>
    reading.kind === "code" ? [{ key, size: reading.size }] : [],
  );
  const [smallest] = sizes.toSorted((a, b) => a.size - b.size);
  return smallest && addressOf(smallest.key);
}

/** What several reads of a code of no release must agree on. */
export const SAME_CODE: Agreement<CodeReading> = {
  isSame: isSameCode,
  disagreement: unknown(CODES_DISAGREE),
};

/**
 * The reading of an address without code. It is unknown if the endpoint has reported
 * any false absence, or shows no code of any contract, unless it runs the probe.
 */
export function judgeAbsence(
  isProbed: boolean,
  { sample, witness }: AbsenceEvidence,
): CodeReading {
  const isFalse =
    sample.some(hasCode) || witness?.some(({ kind }) => kind === "none");
  if (isFalse) {
    return notProven(
      "the endpoint has reported no code for a contract that has some",
    );
  }
  const unread = sample.find(({ kind }) => kind === "unknown");
  if (unread?.kind === "unknown") {
    return notProven(`a second read could not confirm it: ${unread.reason}`);
  }
  return witness !== undefined || isProbed
    ? { kind: "none" }
    : notProven(
        "the endpoint shows no code of any contract and does not run the bulk probe, so it may not have the chain's state",
      );
}

function notProven(why: string): CodeReading {
  return unknown(`no code was reported, but ${why}`);
}

function unknown(reason: string): CodeReading {
  return { kind: "unknown", reason };
}
