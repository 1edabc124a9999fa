import { type Address, addressOf } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import { cloneIn } from "../presence/judge-proxies.ts";
import { mayCallOthers, mayRunOtherCode } from "../presence/runs-other-code.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  isSameCode,
  NOT_READ,
} from "../reading/readings.ts";
import type { WiringAnswers } from "./answers.ts";
import { viewValue } from "./decode-answers.ts";
import type { Delegation } from "./holders/dependencies.ts";

/** What is behind an address: an account, a contract, or a known multisig. */
export function judgeHolder(
  address: Address,
  answers: WiringAnswers,
): Decoded<string> {
  const [one = NOT_READ, other = NOT_READ] = codesOf(address, answers);
  const codes = [one, other];
  const unread = codes.find((code) => code.kind === "unknown");
  if (unread !== undefined) {
    return { ok: false, reason: unread.reason };
  }
  if (one.kind === "none" && other.kind === "none") {
    return { ok: true, value: "account" };
  }
  // For the probe, a delegation is like any other code.
  const delegated = codes.find((code) => code.kind === "delegated");
  if (delegated !== undefined && codes.every(({ kind }) => kind !== "none")) {
    return { ok: true, value: `account that delegates to ${delegated.target}` };
  }
  if (!isSameCode(one, other)) {
    return { ok: false, reason: CODES_DISAGREE };
  }
  return isSafeProxy(address, answers)
    ? judgeSafe(address, answers)
    : { ok: true, value: "contract" };
}

/** The code of an address, as it was read in two ways. */
function codesOf(
  address: Address,
  answers: WiringAnswers,
): readonly (CodeReading | undefined)[] {
  return [
    answers.get({ kind: "holder", address })?.code,
    answers.get({ kind: "code", address }),
  ];
}

function judgeSafe(address: Address, answers: WiringAnswers): Decoded<string> {
  const singleton = singletonOf(address, answers);
  const runs = singleton && answers.get({ kind: "code", address: singleton });
  if (runs?.kind !== "code" || runs.hash === undefined) {
    // Without it, whether this is a multisig is not known, rather than false.
    return {
      ok: false,
      reason:
        runs?.kind === "unknown"
          ? runs.reason
          : "it is a proxy of Safe, and the code of its implementation was not read",
    };
  }
  const release = SAFE.releases.get(runs.hash);
  return {
    ok: true,
    value: release === undefined ? "contract" : `${SAFE.words} ${release}`,
  };
}

/** Whether an address has the code of a proxy of Safe, by any read of it. */
function isSafeProxy(address: Address, answers: WiringAnswers): boolean {
  return codesOf(address, answers).some(
    (code) => code?.kind === "code" && SAFE.proxies.has(code.hash ?? ""),
  );
}

/** What a proxy of Safe says that it runs. */
function singletonOf(
  address: Address,
  answers: WiringAnswers,
): Address | undefined {
  const named = isSafeProxy(address, answers) ? SAFE.named : [];
  return named.flatMap((view) => {
    const read = viewValue(address, view, [], answers);
    return read.kind === "read" ? (addressOf(read.value) ?? []) : [];
  })[0];
}

/** Whether an address is a multisig of which all code is known. */
export function isSafe(address: Address, answers: WiringAnswers): boolean {
  const judged = judgeHolder(address, answers);
  return judged.ok && judged.value.startsWith(SAFE.words);
}

/** The code of an address that is known to be a contract. */
export function contractCode(
  address: Address,
  answers: WiringAnswers,
): Extract<CodeReading, { readonly kind: "code" }> | undefined {
  const [code] = codesOf(address, answers);
  return code?.kind === "code" && judgeHolder(address, answers).ok
    ? code
    : undefined;
}

/** How what is behind an address runs the code of others; `undefined` if it does not. */
export function delegationOf(
  address: Address,
  answers: WiringAnswers,
): Delegation | undefined {
  const delegated = codesOf(address, answers).find(
    (code) => code?.kind === "delegated",
  );
  if (delegated?.kind === "delegated") {
    return { named: [delegated.target], isWhole: true };
  }
  const code = contractCode(address, answers);
  // What a Safe runs is known by its release, and so is what that calls.
  if (
    code === undefined ||
    answers.get({ kind: "holder", address })?.release !== undefined ||
    SAFE.releases.has(code.hash ?? "") ||
    isSafe(address, answers)
  ) {
    return undefined;
  }
  const clone = cloneIn(code.code);
  return clone === undefined
    ? delegationIn(code.code)
    : { named: [clone.implementation], isWhole: false };
}

/** How code runs that of others, as far as its instructions tell. */
function delegationIn(code: Hex | undefined): Delegation | undefined {
  const isRunning = code === undefined || mayRunOtherCode(code);
  return isRunning || mayCallOthers(code)
    ? { named: [], isWhole: false, isCalling: !isRunning }
    : undefined;
}
