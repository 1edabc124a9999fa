import { addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { READS } from "../../connect/confirm.ts";
import { callContracts } from "../asking/read-calls.ts";
import type { BlockReader, Slot } from "../asking/reader.ts";
import { type CallReading, NO_VALUE } from "../questions/readings.ts";

/** Where the contracts whose storage is read keep their owner. */
const OWNER_SLOT: Hex = "0x0";
/** The call data of `owner()`. */
const OWNER_CALL: Hex = "0x8da5cb5b";

/** The word of storage by which {@link readStorageView} judges a contract's. */
export function ownerSlot(owned: Hex): Slot {
  return [owned, OWNER_SLOT];
}

/** What an endpoint answers where a word of storage is known. */
export type StorageView =
  | "shown"
  /** Zero, as chains answer that hide storage. Other words are shown all the same. */
  | "zero"
  /** Something else, so that every word may be anything. */
  | "wrong"
  /** Nothing tells, since the call failed. */
  | "unchecked";

/**
 * Whether an endpoint shows the storage of a contract: whether the word of its owner is
 * what `owner()` says. One wrong answer must not hide what is there, so that what differs
 * is read {@link READS} times.
 *
 * @param word the word of the owner
 */
export async function readStorageView(
  reader: BlockReader,
  owned: Hex,
  word: Promise<Decoded<Hex> | undefined>,
): Promise<Decoded<StorageView>> {
  const calls = [{ to: owned, data: OWNER_CALL }];
  const [first = NO_VALUE, [owner]] = await Promise.all([
    word,
    callContracts(reader, calls),
  ]);
  const view = viewOf(first, owner);
  if (!view.ok || !DIFFERENT.has(view.value)) {
    return view;
  }
  const again = Array.from({ length: READS - 1 }, async () => {
    const [[other = NO_VALUE], [called]] = await Promise.all([
      reader.readSlots([ownerSlot(owned)]),
      reader.readCalls(calls),
    ]);
    return viewOf(other, called);
  });
  const others = await Promise.all(again);
  return others.every((one) => one.ok && one.value === view.value)
    ? view
    : DISAGREE;
}

function viewOf(
  word: Decoded<Hex>,
  owner: CallReading | undefined,
): Decoded<StorageView> {
  if (!word.ok) {
    return word;
  }
  const address =
    owner?.kind === "returned" ? addressInWord(owner.data) : undefined;
  if (address === undefined) {
    return { ok: true, value: "unchecked" };
  }
  const isOwner = BigInt(word.value) === BigInt(address);
  const differs = isZeroWord(word.value) ? "zero" : "wrong";
  return { ok: true, value: isOwner ? "shown" : differs };
}

const DIFFERENT: ReadonlySet<StorageView> = new Set(["zero", "wrong"]);

/** A word, unless the endpoint does not show it. */
export function shownWord(
  word: Decoded<Hex>,
  view: Decoded<StorageView>,
): Decoded<Hex> {
  if (!word.ok || (view.ok && !DIFFERENT.has(view.value))) {
    return word;
  }
  if (view.ok && view.value === "wrong") {
    return HIDDEN;
  }
  return isZeroWord(word.value) ? (view.ok ? HIDDEN : view) : word;
}

/**
 * A word of storage of a known release, which never leaves it zero: chains that hide
 * storage answer that.
 */
export async function readOwnedWord(
  reader: BlockReader,
  word: Slot,
): Promise<Decoded<Hex>> {
  const [owned] = word;
  const words = reader.readSlots([word, ownerSlot(owned)]);
  const owner = words.then((all) => all[1]);
  const [[read = NO_VALUE, known = NO_VALUE], view] = await Promise.all([
    words,
    readStorageView(reader, owned, owner),
  ]);
  if (isNotOffered(read) !== isNotOffered(known)) {
    return DISAGREE;
  }
  if (!view.ok || view.value === "unchecked") {
    return view.ok ? UNCHECKED : view;
  }
  const shown = view.value === "shown" ? read : HIDDEN;
  if (!shown.ok || !isZeroWord(shown.value)) {
    return shown;
  }
  const again = Array.from({ length: READS - 1 }, () =>
    reader.readSlots([word]),
  );
  const others = (await Promise.all(again)).flat();
  return others.every((one) => one.ok && isZeroWord(one.value))
    ? HIDDEN
    : DISAGREE;
}

export function isNotOffered(word: Decoded<Hex>): boolean {
  return !word.ok && word.isMissing === true;
}

function isZeroWord(word: Hex): boolean {
  return BigInt(word) === 0n;
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
const DISAGREE = {
  ok: false,
  reason: "reads of the same block disagree on what is in storage",
} as const;
