import { getAddress } from "viem/utils";
import { type Address, addressInWord, addressOf } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { type Decoded, unread } from "../../base/records.ts";
import { CODE_KINDS, type CodeKind } from "../../contracts/code-kinds.ts";
import type { Answers } from "../questions/question.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  isDelegationOf,
  isSameCode,
  NOT_READ,
} from "../questions/readings.ts";
import {
  addressValue,
  record,
  textValue,
  type Value,
} from "../values/value.ts";
import {
  codeAt,
  codeWithHash,
  codeWithText,
  isReleased,
  mayCallOthers,
  mayRunOtherCode,
} from "./code-at.ts";
import { viewValue } from "./decode-answers.ts";
import type { Delegation } from "./dependencies.ts";
import { cloneIn } from "./follow-code.ts";

/** The kind of account or contract behind an address. */
export type Party =
  | { readonly kind: "account" }
  /** Its account delegates to a contract (EIP-7702). */
  | { readonly kind: "delegating account"; readonly to: Address }
  | { readonly kind: "contract" }
  /** A wallet of which all code is known, by the name of its kind. */
  | {
      readonly kind: "wallet";
      readonly name: string;
      readonly release: string;
    };

/**
 * The holder behind an address, as far as it was read: the code of what is known to be a
 * contract, its release, the release of a Safe of which all code is known, and how it
 * runs the code of others.
 */
export function judgeHolder(address: Address, answers: Answers) {
  const probed = answers.get({ kind: "code", address }) ?? NOT_READ;
  const text = answers.get({ kind: "text", address }) ?? NOT_READ;
  // What some nodes send in place of no code counts where the program saw none.
  const isNone =
    probed.kind === "none" &&
    text.kind === "unknown" &&
    text.mayBeNone === true;
  const codes = [isNone ? probed : text, probed] as const;
  const [first] = codes;
  const delegated = codes.find((code) => code.kind === "delegated");
  const what = partyOf(address, codes, answers);
  const wallet =
    what.ok && what.value.kind === "wallet" ? what.value : undefined;
  const safe = wallet?.name === "safe" ? wallet.release : undefined;
  const code = first.kind === "code" && what.ok ? first : undefined;
  const release = code?.release;
  // What a wallet runs is known by its release, and so is what that calls.
  const isKnown =
    wallet !== undefined ||
    release !== undefined ||
    (code !== undefined && isWalletCode(code));
  const own =
    code === undefined || isKnown ? undefined : delegationIn(code.code);
  const delegation =
    delegated === undefined ? own : delegationTo(delegated.target, answers);
  return { what, code, release, safe, delegation };
}

/** The holder by two reads of the code. */
function partyOf(
  address: Address,
  codes: readonly [CodeReading, CodeReading],
  answers: Answers,
): Decoded<Party> {
  const [text, code] = codes;
  const failed = codes.find((code) => code.kind === "unknown");
  if (failed !== undefined) {
    return unread(failed.reason);
  }
  if (codes.every(({ kind }) => kind === "none")) {
    return { ok: true, value: { kind: "account" } };
  }
  // For the probe, a delegation is like any other code.
  if (text.kind === "delegated" && isDelegationOf(text, code)) {
    const to = getAddress(text.target.toLowerCase());
    return { ok: true, value: { kind: "delegating account", to } };
  }
  if (!isSameCode(...codes)) {
    return unread(CODES_DISAGREE);
  }
  const hashes = codes.map((code) => (code.kind === "code" ? code.hash : ""));
  const kind = CODE_KINDS.find(({ wallet }) =>
    hashes.some((hash) => wallet?.proxies.has(hash ?? "")),
  );
  if (kind === undefined) {
    return { ok: true, value: { kind: "contract" } };
  }
  return walletOf(kind, address, answers);
}

/** The wallet behind its proxy, by what that says that it runs. */
function walletOf(
  kind: CodeKind,
  proxy: Address,
  answers: Answers,
): Decoded<Party> {
  const { slot, views: [view] = [] } = kind;
  const word =
    slot &&
    answers.get({ kind: "word", address: proxy, slot, neverZero: true });
  const read = view && viewValue(proxy, view, [], answers);
  const named = read?.kind === "read" ? addressOf(read.value) : undefined;
  const address = word?.ok === true ? addressInWord(word.value) : named;
  const runs = address && codeWithHash(address, answers);
  if (runs?.kind !== "code" || runs.hash === undefined) {
    // If it was not read, the result is unknown, not "no multisig".
    return unread(
      runs?.kind === "unknown"
        ? runs.reason
        : "it is a proxy of Safe, and the code of its implementation was not read",
    );
  }
  const release = kind.wallet?.releases.get(runs.hash);
  const value: Party =
    release === undefined
      ? { kind: "contract" }
      : { kind: "wallet", name: kind.like ?? kind.name, release };
  return { ok: true, value };
}

/**
 * How an account runs the code of its delegate. A delegate that is a proxy finds the
 * code that it runs in the storage of the account.
 */
function delegationTo(delegate: Address, answers: Answers): Delegation {
  const code = codeAt(delegate, answers);
  if (code?.kind !== "code" || isReleased(code) || isWalletCode(code)) {
    return { named: [delegate], isWhole: true };
  }
  const text = codeWithText(delegate, code, answers);
  const further = delegationIn(text?.kind === "code" ? text.code : undefined);
  return {
    named: [delegate, ...(further?.named ?? [])],
    isWhole: further === undefined || further.isCalling === true,
    unread: text?.kind === "unknown" ? text.reason : undefined,
  };
}

/** Tells whether code is that of a known wallet, which runs no code of its own choice. */
function isWalletCode({ hash }: { readonly hash: Hex | undefined }): boolean {
  return CODE_KINDS.some(({ wallet }) => wallet?.releases.has(hash ?? ""));
}

/** How code runs that of others, as far as its instructions tell. */
function delegationIn(code: Hex | undefined): Delegation | undefined {
  const clone = cloneIn(code);
  if (clone !== undefined) {
    return { named: [clone.implementation], isWhole: false };
  }
  const isRunning = code === undefined || mayRunOtherCode(code);
  if (isRunning || mayCallOthers(code)) {
    return { named: [], isWhole: false, isCalling: !isRunning };
  }
  return undefined;
}

/** The holder behind an address, as a value. */
export function partyValue(party: Party): Value {
  switch (party.kind) {
    case "delegating account":
      return record({ delegatesTo: addressValue(party.to) });
    case "wallet":
      return record({ [party.name]: textValue(party.release) });
    default:
      return textValue(party.kind);
  }
}
