import type { Hex } from "../../base/hex.ts";
import type { ProbedCode } from "../../rpc/probe-codes.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
  type ProbedChunk,
} from "../reading/readings.ts";

const NO_HASH = /^0x0*$/;
/** keccak256 of no bytes, which no code has for its hash. */
const HASH_OF_NOTHING =
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
/** Far beyond every chain's limit. */
const MAX_CODE_BYTES = 2 ** 24;

/**
 * The codes by probes of a block. Of several probes of an address the last one
 * counts, unless one of them found no code. An address that is missing from the
 * result must be read in another way: its chunk came from another block, or from a
 * backend that has code everywhere, or the address has code that no account can have.
 */
export function judgeProbed(
  chunks: readonly ProbedChunk[],
  reader: Pick<BlockReader, "isHere">,
): CodeReadings {
  const readings = new Map<string, CodeReading>();
  for (const { addresses, control, answer } of chunks) {
    const { codes } = answer;
    if (
      !reader.isHere(answer) ||
      codes[addresses.indexOf(control)]?.size !== 0
    ) {
      continue;
    }
    for (const [index, address] of addresses.entries()) {
      const code = codes[index];
      const reading = code && readingOf(code);
      const id = codeKey(address);
      const isDenied = readings.get(id)?.kind === "none";
      if (reading !== undefined && address !== control && !isDenied) {
        readings.set(id, reading);
      }
    }
  }
  return readings;
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

/** A single reading, if readings of random addresses let the endpoint be believed. */
export function judgeByControls(
  reading: CodeReading,
  controls: readonly CodeReading[],
): CodeReading {
  if (controls.some(hasCode)) {
    return unknown(
      "the endpoint reports code at a random address too, so its answers prove nothing",
    );
  }
  const failed = controls.find((control) => control.kind === "unknown");
  return reading.kind === "none" && failed !== undefined
    ? unknown(
        `no code was reported, but the control read failed: ${failed.reason}`,
      )
    : reading;
}

const DELEGATION_BYTES = 23;
/** One byte may be the zero that some nodes send in place of no code. */
const PLACEHOLDER_BYTES = 1;

/**
 * Whether the code itself must be read: code of a delegation's size may be one
 * (EIP-7702), and a single byte may be a placeholder.
 */
export function needsItsCode(reading: CodeReading | undefined): boolean {
  return (
    reading?.kind === "code" &&
    reading.code === undefined &&
    (reading.size === DELEGATION_BYTES || reading.size === PLACEHOLDER_BYTES)
  );
}

/** The code that was read of a probed address: another size is another backend's. */
export function judgeItsCode(
  probed: CodeReading | undefined,
  read: CodeReading,
): CodeReading {
  const isSame =
    read.kind === "unknown" ||
    (probed !== undefined && sizeOf(read) === sizeOf(probed));
  return isSame ? read : unknown(CODES_DISAGREE);
}

/** In bytes; 0 where no code was found. */
function sizeOf(reading: CodeReading): number {
  if (reading.kind === "delegated") {
    return DELEGATION_BYTES;
  }
  return reading.kind === "code" ? reading.size : 0;
}

/** Of the addresses that have code, the one whose code is the smallest to read. */
export function smallestContract(
  addresses: readonly Hex[],
  readings: CodeReadings,
): Hex | undefined {
  let smallest = Number.POSITIVE_INFINITY;
  let contract: Hex | undefined;
  for (const address of addresses) {
    const reading = readings.get(codeKey(address));
    if (reading?.kind === "code" && reading.size < smallest) {
      smallest = reading.size;
      contract = address;
    }
  }
  return contract;
}

/** Readings by which to judge whether an endpoint's absences can be believed. */
export interface AbsenceEvidence {
  /** Further readings of some of the absent addresses, one by one. */
  readonly sample: readonly CodeReading[];
  /** Readings of an address that is known to have code; `undefined` without one. */
  readonly witness: readonly CodeReading[] | undefined;
}

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

/** Whether a reading says that there is code. */
function hasCode({ kind }: CodeReading): boolean {
  return kind === "code" || kind === "delegated";
}

function notProven(why: string): CodeReading {
  return unknown(`no code was reported, but ${why}`);
}

function unknown(reason: string): CodeReading {
  return { kind: "unknown", reason };
}
