import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import { cloneIn } from "../presence/judge-proxies.ts";
import { mayCallOthers, mayRunOtherCode } from "../presence/runs-other-code.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  codeKey,
  isSameCode,
} from "../reading/readings.ts";
import type { HolderReading } from "./answers.ts";
import type { Delegation } from "./holders/dependencies.ts";

/** What is behind an address: an account, a contract, or a known multisig. */
export function judgeHolder(
  reading: HolderReading | undefined,
): Decoded<string> {
  if (reading === undefined) {
    return { ok: false, reason: "its code was not read" };
  }
  const { codes } = reading;
  const unread = codes.find((code) => code.kind === "unknown");
  if (unread !== undefined) {
    return { ok: false, reason: unread.reason };
  }
  const [one, other] = codes;
  if (one.kind === "none" && other.kind === "none") {
    return { ok: true, value: "account" };
  }
  // For the probe, a delegation is like any other code.
  const delegated = codes.find((code) => code.kind === "delegated");
  if (delegated !== undefined && codes.every(({ kind }) => kind !== "none")) {
    return { ok: true, value: `account that delegates to ${delegated.target}` };
  }
  return one.kind === "code" && other.kind === "code" && isSameCode(one, other)
    ? judgeContract(one.hash ?? other.hash ?? "", reading)
    : { ok: false, reason: CODES_DISAGREE };
}

function judgeContract(
  hash: string,
  { singleton, implementations }: HolderReading,
): Decoded<string> {
  if (!SAFE.proxies.has(hash)) {
    return { ok: true, value: "contract" };
  }
  const runs = singleton && implementations.get(codeKey(singleton));
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

/** Whether an address is a multisig of which all code is known. */
export function isSafe(reading: HolderReading | undefined): boolean {
  const judged = judgeHolder(reading);
  return judged.ok && judged.value.startsWith(SAFE.words);
}

/** The code of an address that is known to be a contract. */
export function contractCode(
  reading: HolderReading | undefined,
): Extract<CodeReading, { readonly kind: "code" }> | undefined {
  const judged = judgeHolder(reading);
  const [code] = reading?.codes ?? [];
  return judged.ok && code?.kind === "code" ? code : undefined;
}

/** How what is behind an address runs the code of others; `undefined` if it does not. */
export function delegationOf(
  reading: HolderReading | undefined,
): Delegation | undefined {
  const delegated = reading?.codes.find(({ kind }) => kind === "delegated");
  if (delegated?.kind === "delegated") {
    return { named: [delegated.target], isWhole: true };
  }
  const code = contractCode(reading);
  // What a Safe runs is known by its release.
  if (code === undefined || reading?.release !== undefined || isSafe(reading)) {
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
