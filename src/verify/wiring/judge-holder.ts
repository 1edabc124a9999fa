import { type Address, addressOf } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Release } from "../../contracts/releases.ts";
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

/** What is behind an address, as far as it was read. */
interface JudgedHolder {
  /** An account, a contract, or a known multisig. */
  readonly what: Decoded<string>;
  /** The code of what is known to be a contract. */
  readonly code: Extract<CodeReading, { readonly kind: "code" }> | undefined;
  /** The release of the marketplace's contracts that has the code, if one has. */
  readonly release: Release | undefined;
  /** Whether it is a multisig of which all code is known. */
  readonly isSafe: boolean;
  /** How it runs the code of others; `undefined` if it does not. */
  readonly delegation: Delegation | undefined;
}

export function judgeHolder(
  address: Address,
  answers: WiringAnswers,
): JudgedHolder {
  const reading = answers.get({ kind: "holder", address });
  const codes = [
    reading?.code ?? NOT_READ,
    answers.get({ kind: "code", address }) ?? NOT_READ,
  ] as const;
  const [first] = codes;
  const delegated = codes.find((code) => code.kind === "delegated");
  const what = describeCodes(address, codes, delegated?.target, answers);
  const isSafe = what.ok && what.value.startsWith(SAFE.words);
  const code = first.kind === "code" && what.ok ? first : undefined;
  const release = code && reading?.release;
  // What a Safe runs is known by its release, and so is what that calls.
  const isKnown =
    isSafe || release !== undefined || SAFE.releases.has(code?.hash ?? "");
  const delegation =
    delegated !== undefined
      ? { named: [delegated.target], isWhole: true }
      : code === undefined || isKnown
        ? undefined
        : delegationIn(code.code);
  return { what, code, release, isSafe, delegation };
}

/** What two reads of the code say together. */
function describeCodes(
  address: Address,
  codes: readonly [CodeReading, CodeReading],
  delegate: Hex | undefined,
  answers: WiringAnswers,
): Decoded<string> {
  const unread = codes.find((code) => code.kind === "unknown");
  if (unread !== undefined) {
    return { ok: false, reason: unread.reason };
  }
  const found = codes.filter(({ kind }) => kind !== "none");
  if (found.length === 0) {
    return { ok: true, value: "account" };
  }
  // For the probe, a delegation is like any other code.
  if (delegate !== undefined && found.length === codes.length) {
    return { ok: true, value: `account that delegates to ${delegate}` };
  }
  if (!isSameCode(...codes)) {
    return { ok: false, reason: CODES_DISAGREE };
  }
  return codes.some(
    (code) => code.kind === "code" && SAFE.proxies.has(code.hash ?? ""),
  )
    ? describeSafe(address, answers)
    : { ok: true, value: "contract" };
}

/** A proxy of Safe, by what it says that it runs. */
function describeSafe(proxy: Address, answers: WiringAnswers): Decoded<string> {
  const [address] = SAFE.named.flatMap((view) => {
    const read = viewValue(proxy, view, [], answers);
    return read.kind === "read" ? (addressOf(read.value) ?? []) : [];
  });
  const runs = address && answers.get({ kind: "code", address });
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

/** How code runs that of others, as far as its instructions tell. */
function delegationIn(code: Hex | undefined): Delegation | undefined {
  const clone = cloneIn(code);
  if (clone !== undefined) {
    return { named: [clone.implementation], isWhole: false };
  }
  const isRunning = code === undefined || mayRunOtherCode(code);
  return isRunning || mayCallOthers(code)
    ? { named: [], isWhole: false, isCalling: !isRunning }
    : undefined;
}
