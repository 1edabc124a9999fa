import { type Address, addressInWord } from "../../base/address.ts";
import { type Hex, isZeroHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { COMMUNITY_FEE_COLLECTOR } from "../../contracts/types/fee-collectors.ts";
import type { Answers } from "../questions/question.ts";
import { isNotOffered, STORAGE_DISAGREES } from "../questions/readings.ts";
import { codeAt, isReleased } from "./code-at.ts";

/** Where the contracts whose storage is read keep their owner. */
const OWNER_SLOT: Hex = "0x0";
/** The call data of `owner()`. */
const OWNER_CALL: Hex = "0x8da5cb5b";
/** Where they keep their payee, who is never the zero address. */
const PAYEE_SLOT = COMMUNITY_FEE_COLLECTOR.privileged.payee.source.slot;

/** The endpoint's answers about storage, judged by a word that is known. */
type StorageView =
  | "shown"
  /** Zero, as chains answer that hide storage. Other words are shown all the same. */
  | "zero"
  /** Something else, so that every word may be anything. */
  | "wrong"
  /** Nothing tells, since the call failed. */
  | "unchecked";

/**
 * Tells whether an endpoint shows the storage of a contract: whether the word
 * of its owner is what `owner()` says, or, without an owner, whether there is
 * one of its payee. `undefined` as long as it is asked.
 */
export function storageView(
  owned: Address,
  answers: Answers,
): Decoded<StorageView> | undefined {
  const word = answers.get({ kind: "word", ...ownerWord(owned) });
  const call = { to: owned, data: OWNER_CALL };
  const owner = answers.get({ kind: "call", call });
  if (word === undefined || owner === undefined) {
    return undefined;
  }
  if (!word.ok) {
    return word;
  }
  const address =
    owner.kind === "returned" ? addressInWord(owner.data) : undefined;
  if (address === undefined) {
    return { ok: true, value: "unchecked" };
  }
  const isZero = isZeroHex(word.value);
  if (BigInt(word.value) !== BigInt(address)) {
    return { ok: true, value: isZero ? "zero" : "wrong" };
  }
  if (!isZero) {
    return { ok: true, value: "shown" };
  }
  const slot = { slot: PAYEE_SLOT, neverZero: true } as const;
  const payee = answers.get({ kind: "word", address: owned, ...slot });
  if (payee?.ok !== true) {
    return payee;
  }
  return { ok: true, value: isZeroHex(payee.value) ? "zero" : "shown" };
}

function ownerWord(address: Address) {
  return { address, slot: OWNER_SLOT, neverZero: true } as const;
}

/** A word, unless the endpoint does not show it. Without a view, what was read counts. */
export function shownWord(
  word: Decoded<Hex>,
  view: Decoded<StorageView> | undefined,
): Decoded<Hex> {
  if (!word.ok || view === undefined) {
    return word;
  }
  const isZero = isZeroHex(word.value);
  if (!view.ok) {
    return isZero ? view : word;
  }
  const isHidden = view.value === "wrong" || (view.value === "zero" && isZero);
  return isHidden ? HIDDEN : word;
}

/**
 * A word of storage of a known release, which never leaves it zero: chains that hide
 * storage answer that. `undefined` as long as it is asked.
 */
export function ownedWord(
  address: Address,
  slot: Hex,
  answers: Answers,
): Decoded<Hex> | undefined {
  const asked = { kind: "word", address, slot, neverZero: true } as const;
  const word = answers.get(asked);
  const view = storageView(address, answers);
  const known = answers.known({ kind: "word", ...ownerWord(address) });
  if (word === undefined || view === undefined || known === undefined) {
    return undefined;
  }
  if (isNotOffered(word) !== isNotOffered(known)) {
    return STORAGE_DISAGREES;
  }
  if (!view.ok || view.value === "unchecked") {
    return view.ok ? UNCHECKED : view;
  }
  const isHidden = view.value !== "shown" || (word.ok && isZeroHex(word.value));
  return isHidden ? HIDDEN : word;
}

/**
 * The reason why words of storage prove nothing: what decides is read once more
 * without a batch, which one backend may answer. `undefined` if nothing is
 * known against them.
 */
export function whyNotAlone(
  address: Address,
  slots: readonly Hex[],
  answers: Answers,
): string | undefined {
  for (const slot of slots) {
    const word = answers.get({ kind: "word", address, slot });
    const alone = answers.get({ kind: "word", address, slot, isAlone: true });
    if (alone?.ok === false) {
      return alone.reason;
    }
    if (alone && word?.ok && BigInt(alone.value) !== BigInt(word.value)) {
      return STORAGE_DISAGREES.reason;
    }
  }
  return undefined;
}

/** Tells whether the endpoint has hidden any word of storage that was read. */
export function isStorageHidden(answers: Answers): boolean {
  return answers.ofKind("word").some(([{ address, slot, neverZero }, word]) => {
    if (neverZero !== true || slot === OWNER_SLOT) {
      return isNotOffered(word);
    }
    const code = codeAt(address, answers);
    // Other code may leave it zero, and keep its owner elsewhere.
    const isOfRelease = code !== undefined && isReleased(code);
    const shown = isOfRelease ? ownedWord(address, slot, answers) : word;
    return shown !== undefined && isNotOffered(shown);
  });
}

const HIDDEN = {
  ok: false,
  reason: "the endpoint does not show the storage of contracts",
  isMissing: true,
} as const;
const UNCHECKED = {
  ok: false,
  reason: "owner() could not be called, which shows whether storage is right",
} as const;
