import type { Hex } from "../../base/hex.ts";
import type { Agreement } from "../asking/agreement.ts";
import {
  type AbsenceEvidence,
  addressOf,
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  hasCode,
  isSameCode,
  NOT_READ,
} from "../questions/readings.ts";

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

/**
 * Codes with those that were read because of their size. One read that has the same code
 * is enough: size and hash prove it.
 *
 * @param reads several reads of the same addresses
 */
export function withShortCodes(
  codes: CodeReadings,
  reads: readonly CodeReadings[],
): CodeReadings {
  const judged = [...(reads[0] ?? new Map()).keys()].map((key) => {
    const code = codes.get(key) ?? NOT_READ;
    const texts = reads.flatMap((read) => read.get(key) ?? []);
    const same = texts.find((text) =>
      text.kind === "delegated"
        ? code.kind === "code" && code.size === DELEGATION_BYTES
        : isSameCode(code, text),
    );
    const unread = texts.find(({ kind }) => kind === "unknown");
    return [key, same ?? unread ?? unknown(CODES_DISAGREE)] as const;
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
