import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { PROXY_SLOTS } from "../../contracts/types/owned.ts";
import {
  isNotOffered,
  ownerSlot,
  readStorageView,
  shownWord,
} from "../follow/shown-storage.ts";
import { type CallReading, NO_VALUE } from "../questions/readings.ts";
import { type Agreement, readAgreed } from "./agreement.ts";
import { callContracts } from "./read-calls.ts";
import type { BlockReader, Slot } from "./reader.ts";

/** The call data of `implementation()`, which a beacon answers. */
const IMPLEMENTATION_CALL: Hex = "0x5c60da1b";

/** What a contract's storage holds where proxies keep what they run (EIP-1967). */
export type ProxySlots = Readonly<
  Record<keyof typeof PROXY_SLOTS, Decoded<Hex>>
>;

/** The storage of more contracts is read once, since it would take long. */
const MAX_READ_OFTEN = 8;
const SAME_WORD: Agreement<Decoded<Hex>> = {
  isSame: (first, other) =>
    first.ok && other.ok
      ? first.value === other.value
      : isNotOffered(first) && isNotOffered(other),
  disagreement: {
    ok: false,
    reason: "reads of the same block disagree on its storage (EIP-1967)",
  },
};

/**
 * The slots of each contract.
 *
 * @param owned a contract that shows whether storage can be believed
 */
export async function readProxySlots(
  reader: BlockReader,
  contracts: readonly Hex[],
  owned: Hex | undefined,
): Promise<readonly ProxySlots[]> {
  if (contracts.length === 0) {
    return [];
  }
  const slots = contracts.flatMap((contract) =>
    Object.values(PROXY_SLOTS).map((slot): Slot => [contract, slot]),
  );
  if (owned !== undefined) {
    slots.push(ownerSlot(owned));
  }
  // One round is not sent together: only one of several backends may take batches, and
  // confirm whatever it says itself. In a pass that confirms another one, a difference
  // only makes the result unknown.
  const read = async (round: number) => {
    const isApart = round === 0 && !reader.isConfirming;
    const parts = isApart ? slots.map((slot) => [slot]) : [slots];
    const words = parts.map((part) => reader.readSlots(part));
    return (await Promise.all(words)).flat();
  };
  const reading =
    contracts.length > MAX_READ_OFTEN
      ? reader.readSlots(slots)
      : readAgreed(read, SAME_WORD);
  const [words, view = SHOWN] = await Promise.all([
    reading,
    owned &&
      readStorageView(
        reader,
        owned,
        reading.then((all) => all.at(-1)),
      ),
  ]);
  return contracts.map((_, index) => {
    const [implementation = NO_VALUE, beacon = NO_VALUE, admin = NO_VALUE] =
      words
        .slice(3 * index, 3 * index + 3)
        .map((word) => shownWord(word, view));
    return { implementation, beacon, admin };
  });
}

/** Where nothing tells, what is read counts. */
const SHOWN = { ok: true, value: "shown" } as const;

/** What each beacon answers when it is asked for the implementation. */
export async function readBeacons(
  reader: BlockReader,
  beacons: readonly Hex[],
): Promise<readonly CallReading[]> {
  return await callContracts(
    reader,
    beacons.map((to) => ({ to, data: IMPLEMENTATION_CALL })),
  );
}
