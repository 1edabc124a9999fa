import type { Address } from "../../base/address.ts";
import { CODE_KINDS, mayHaveSize } from "../../contracts/code-kinds.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import type { Answers } from "../questions/answers.ts";
import { provenAbsence } from "../questions/judge-absence.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  isSameCode,
} from "../questions/readings.ts";
import { mayRunOtherCode } from "./runs-other-code.ts";

const DELEGATION_BYTES = 23;
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
  return text && (textOf(code, text) ?? notTold(text));
}

/** The code with its text, if the text has the code's size and hash. */
function textOf(code: CodeReading, text: CodeReading): CodeReading | undefined {
  if (text.kind === "delegated") {
    const isDelegation = code.kind === "code" && code.size === DELEGATION_BYTES;
    return isDelegation ? text : undefined;
  }
  return isSameCode(code, text) ? { ...code, ...text } : undefined;
}

function notTold(text: CodeReading): CodeReading {
  if (text.kind === "unknown") {
    return text;
  }
  return { kind: "unknown", reason: CODES_DISAGREE };
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
