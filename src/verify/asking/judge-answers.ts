import type { Decoded } from "../../base/records.ts";
import { READS_AT_ONCE } from "../../connect/confirm.ts";
import type { Reply } from "../../http/types.ts";
import { decodeReply } from "../../rpc/ask.ts";
import { decodeData } from "../../rpc/decode-values.ts";
import { failedInEvm, ranOutOfGas } from "../../rpc/judge-rpc-error.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { ProbedCode } from "../../rpc/probe-codes.ts";
import {
  type CallReading,
  type CodeReading,
  type CodeReadings,
  hasCode,
  isDelegationOf,
  isNotOffered,
  isSameCode,
  isWhole,
  NO_PROOF,
} from "../questions/readings.ts";

const NO_HASH = /^0x0*$/;
/** keccak256 of no bytes, which no code has for its hash. */
const HASH_OF_NOTHING =
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
/** Far beyond every chain's limit. */
const MAX_CODE_BYTES = 2 ** 24;

/** The readings of the bulk probe, without code that no account can have. */
export function probedReadings(
  codes: Iterable<readonly [key: string, code: ProbedCode]>,
): CodeReadings {
  const readings = new Map<string, CodeReading>();
  for (const [key, { size, hash: told }] of codes) {
    if (size > MAX_CODE_BYTES || told === HASH_OF_NOTHING) {
      continue;
    }
    // Some chains give no hash for an account without balance.
    const hash = NO_HASH.test(told ?? "0x") ? undefined : told;
    const code = { kind: "code", size, hash, code: undefined } as const;
    const reading = size === 0 ? ({ kind: "none" } as const) : code;
    readings.set(key, { ...reading, isProbed: true });
  }
  return readings;
}

/** A reading, if those of random addresses let the endpoint be believed. */
export function judgeByControls(
  reading: CodeReading,
  controls: readonly CodeReading[],
): CodeReading {
  const failed = controls.find((control) => control.kind === "unknown");
  const reason = controls.some(hasCode)
    ? "the endpoint reports code at a random address too, so its answers prove nothing"
    : reading.kind === "none" && failed !== undefined
      ? `no code was reported, but the control read failed: ${failed.reason}`
      : undefined;
  return reason === undefined ? reading : { kind: "unknown", reason };
}

/** One read may have cut the code off, so its text counts only if a second read has it. */
export function withoutText(reading: CodeReading): CodeReading {
  if (reading.kind === "code") {
    return { ...reading, code: undefined, release: undefined };
  }
  return reading;
}

/** The reading of a single call. */
export function callReading(reply: Reply): CallReading {
  if (!reply.ok) {
    if (failedInEvm(reply)) {
      return { kind: "reverted" };
    }
    const unknown = { kind: "unknown", reason: reply.reason } as const;
    return ranOutOfGas(reply) ? { ...unknown, isSpent: true } : unknown;
  }
  const decoded = decodeReply(reply, decodeData);
  if (decoded.ok) {
    return { kind: "returned", data: decoded.value };
  }
  return { kind: "unknown", reason: `eth_call: ${decoded.reason}` };
}

/**
 * The reason why calls prove nothing, if one whose result is known does not
 * return that.
 */
export function whyNoCalls(
  control: ProbeCall,
  shown: CallReading,
): CallReading | undefined {
  if (shown.kind === "unknown") {
    return shown;
  }
  const reason =
    "the endpoint does not run calls: a precompiled contract returned a wrong result";
  if (shown.kind === "returned" && shown.data === control.data) {
    return undefined;
  }
  return { kind: "unknown", reason };
}

/** Single reads of an endpoint that ignores which block they name. */
export const OF_ANY_BLOCK = {
  kind: "unknown",
  reason:
    "the endpoint answers for a block that does not exist, so nothing shows of what block its answers are",
} as const;
export const NOT_RUN =
  "the chain of the reads is not certain, since the plugin's program, which the endpoint runs, did not run on their block";
export const NO_PARENT =
  "nothing shows of what block the reads are: the endpoint takes no block's hash, or ignores it, and its calls do not tell the hash of the parent";

/**
 * The result on which several reads agree; else the failure of one of them, or
 * that they differ.
 */
export function agreedOn<T extends object>(
  reads: readonly T[],
  isSame: (one: T, other: T) => boolean,
  disagreement: T,
): T | undefined {
  const [first] = reads;
  if (first === undefined || reads.every((one) => isSame(one, first))) {
    return first;
  }
  // A read with a reason failed, unless "failed" is what all of them say.
  const unread = reads.find((one) => "reason" in one && !isSame(one, one));
  return unread ?? disagreement;
}

export function hasHashOf(
  text: CodeReading | undefined,
  code: CodeReading,
): boolean {
  return (
    text?.kind === "code" &&
    code.kind === "code" &&
    text.hash !== undefined &&
    text.hash === code.hash
  );
}

/** Tells whether a read of the code itself says what its size and hash say. */
export function isTextOf(text: CodeReading, code: CodeReading): boolean {
  // For the bulk probe, a delegation is like any other code.
  if (text.kind === "delegated") {
    return isDelegationOf(text, code);
  }
  return (
    (text.kind === "none" && code.kind === "none") || hasHashOf(text, code)
  );
}

export function isSameReading(one: CodeReading, other: CodeReading): boolean {
  if (one.kind === "code") {
    return isSameCode(one, other);
  }
  return (
    one.kind !== "unknown" &&
    one.kind === other.kind &&
    ("target" in one ? one.target : "") ===
      ("target" in other ? other.target : "")
  );
}

const RESULTS: CallReading = {
  kind: "unknown",
  reason: "reads of the same block disagree on what the call returns",
};

/** The result of a call that fails, or returns too little. */
export function agreedCall(
  reads: readonly CallReading[],
): CallReading | undefined {
  const said = reads.filter((one) => one !== NO_PROOF);
  if (said.length < 2 && reads.length < READS_AT_ONCE) {
    return undefined;
  }
  const agreed = agreedOn(said, isSameResult, RESULTS);
  // A backend without the contract's code returns too little, too.
  const isShort = agreed?.kind === "returned" && !isWhole(agreed.data);
  if (said.length < 2 || (isShort && reads[0] === NO_PROOF)) {
    return NO_PROOF;
  }
  return agreed;
}

function isSameResult(one: CallReading, other: CallReading): boolean {
  if (one.kind === "returned" && other.kind === "returned") {
    return one.data === other.data;
  }
  return one.kind === "reverted" && other.kind === "reverted";
}

export function isSameWord(
  one: Decoded<string>,
  other: Decoded<string>,
): boolean {
  if (one.ok && other.ok) {
    return one.value === other.value;
  }
  return isNotOffered(one) && isNotOffered(other);
}

export function isZero(word: Decoded<string>): boolean {
  return word.ok && BigInt(word.value) === 0n;
}
