import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { CODE_KINDS, mayHaveSize } from "../../contracts/code-kinds.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import { provenAbsence } from "../questions/judge-absence.ts";
import type { Answers } from "../questions/question.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  DELEGATION_BYTES,
  isDelegationOf,
  isSameCode,
} from "../questions/readings.ts";

/** The zero that some nodes send in place of no code, and a delegation (EIP-7702). */
const TELLING_SIZES: ReadonlySet<number> = new Set([1, DELEGATION_BYTES]);
const CLONES = CODE_KINDS.filter(({ isClone }) => isClone === true);

/** The code at an address, as far as it is answered; else it is looked up. */
export function codeAt(
  address: Address,
  answers: Answers,
): CodeReading | undefined {
  const code = answers.get({ kind: "code", address });
  if (code?.kind === "none") {
    const absence = answers.get({ kind: "absence", address });
    return absence && provenAbsence(code, absence);
  }
  if (code?.kind !== "code") {
    return code;
  }
  const mayTell =
    TELLING_SIZES.has(code.size) ||
    CLONES.some((kind) => mayHaveSize(kind, code.size));
  if (mayTell && !isReleased(code)) {
    return codeWithText(address, code, answers);
  }
  const text = answers.known({ kind: "text", address });
  return (text && textOf(code, text)) ?? code;
}

/** The code at an address with its text, which is looked up. */
export function codeWithText(
  address: Address,
  code: CodeReading,
  answers: Answers,
): CodeReading | undefined {
  const text = answers.get({ kind: "text", address });
  if (text === undefined || text.kind === "unknown") {
    return text;
  }
  return textOf(code, text) ?? { kind: "unknown", reason: CODES_DISAGREE };
}

/** The code, of which some chains tell no hash unless the account has a balance. */
export function codeWithHash(
  address: Address,
  answers: Answers,
): CodeReading | undefined {
  const code = answers.get({ kind: "code", address });
  return code?.kind === "code" && code.hash === undefined
    ? codeWithText(address, code, answers)
    : code;
}

/** The code with its text, if the text has the code's size and hash. */
function textOf(code: CodeReading, text: CodeReading): CodeReading | undefined {
  if (text.kind === "delegated") {
    return isDelegationOf(text, code) ? text : undefined;
  }
  return isSameCode(code, text) ? { ...code, ...text } : undefined;
}

/**
 * Tells whether code is that of a release of the marketplace, which is no
 * proxy.
 */
export function isReleased(code: CodeReading): boolean {
  return (
    code.kind === "code" &&
    (code.release !== undefined ||
      (code.hash !== undefined && releaseByCodeHash(code.hash) !== undefined))
  );
}

/**
 * Tells whether code is of no release, and may run the code of another
 * contract.
 */
export function mayBeProxy(code: CodeReading | undefined): boolean {
  return (
    code?.kind === "code" &&
    !isReleased(code) &&
    (code.code === undefined || mayRunOtherCode(code.code))
  );
}

const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** CALLCODE and DELEGATECALL run another contract's code on one's own storage. */
const DELEGATES: ReadonlySet<number> = new Set([0xf2, 0xf4]);
/** CALL and STATICCALL, by which a contract may let another one answer in its place. */
const CALLS: ReadonlySet<number> = new Set([0xf1, 0xfa]);
/** STOP, JUMP, RETURN, REVERT, INVALID and SELFDESTRUCT: what follows is not run. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]);
/** The other instructions, up to Osaka: first and last of each row. */
const CONTINUES: readonly (readonly [number, number])[] = [
  [0x01, 0x0b],
  [0x10, 0x1e],
  [0x20, 0x20],
  [0x30, 0x4a],
  [0x50, 0xa4],
  [0xf0, 0xf1],
  [0xf5, 0xf5],
  [0xfa, 0xfa],
];

/**
 * Tells whether a contract's code may run the code of another one as its own,
 * which every proxy does. False only if no such instruction can be reached:
 * execution begins at the start and goes on at JUMPDESTs, which the EVM finds
 * by the same walk over the instructions as this one, so that data behind the
 * code counts for nothing. An instruction that is not known here may do
 * anything.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7
 */
export function mayRunOtherCode(code: Hex): boolean {
  return reaches(code, (byte) => DELEGATES.has(byte) || !continues(byte));
}

/** Tells whether it may call other contracts. */
export function mayCallOthers(code: Hex): boolean {
  return reaches(code, (byte) => CALLS.has(byte));
}

function reaches(code: Hex, isWanted: (byte: number) => boolean): boolean {
  const bytes = Buffer.from(code.slice(2), "hex");
  let isReached = true;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    isReached ||= byte === JUMPDEST;
    if (isReached && ENDS.has(byte)) {
      isReached = false;
    } else if (isReached && isWanted(byte)) {
      return true;
    }
    if (byte >= PUSH1 && byte <= PUSH32) {
      at += byte - PUSH1 + 1;
    }
  }
  return false;
}

function continues(byte: number): boolean {
  return CONTINUES.some(([first, last]) => first <= byte && byte <= last);
}
