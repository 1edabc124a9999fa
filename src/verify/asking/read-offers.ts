import { type Hex, hexQuantity, isHex } from "../../base/hex.ts";
import { type Decoded, recordOf, unread } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import {
  type AnalysisTime,
  analyseCode,
} from "../../contracts/analysis/analyse-code.ts";
import type { Offer } from "../../contracts/analysis/offer.ts";
import {
  decodeData,
  decodeGanacheSlot,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import type { Question } from "../questions/question.ts";
import { NO_VALUE } from "../questions/readings.ts";
import type { BlockReader } from "./block-reader.ts";
import type { Evidence } from "./requests/evidence.ts";
import { singleCall } from "./state-reader.ts";

/** A verification has one evidence. */
const times = new WeakMap<Evidence, AnalysisTime>();

/** What codes offer, one after the other. */
export async function readOffers(
  { evidence }: BlockReader,
  codes: readonly Question<"offer">[],
): Promise<readonly Offer[]> {
  const time = times.get(evidence) ?? { spent: 0 };
  times.set(evidence, time);
  return await Promise.all(
    codes.map(({ hash, code }) => analyseCode(hash, code, time)),
  );
}

/** The roots of the storage of contracts. */
export async function readRoots(
  reader: BlockReader,
  contracts: readonly Question<"root">[],
): Promise<readonly Decoded<Hex>[]> {
  return await reader.readHints(
    "eth_getProof",
    contracts.map(({ address }) => [address, [], reader.byNumber]),
    (value): Decoded<Hex> => {
      const { storageHash } = recordOf(value);
      if (isHex(storageHash)) {
        return { ok: true, value: storageHash };
      }
      const got = describeValue(storageHash);
      return unread(`eth_getProof: expected a storage root, got ${got}`);
    },
  );
}

/** Blocks of some minutes to an hour, in which what is in use has moved. */
const DEPTH = 64n;

/**
 * Codes, words and results of calls at a settled block, as far as its state is served.
 */
export async function readBefore(
  reader: BlockReader,
  all: readonly Question<"before">[],
): Promise<readonly Decoded<Hex>[]> {
  const { number } = reader.block;
  if (number < DEPTH) {
    const reason = `there is no block ${DEPTH} blocks before`;
    return all.map(() => unread(reason));
  }
  const block = hexQuantity(number - DEPTH);
  const decodeWord = reader.evidence.isGanache
    ? decodeGanacheSlot
    : decodeStorageSlot;
  const groups = Map.groupBy(all, (one) => requestOf(one).method);
  const reads = [...groups].map(async ([method, some]) => {
    const values = await reader.readHints(
      method,
      some.map((one) => [...requestOf(one).params, block]),
      method === "eth_getStorageAt" ? decodeWord : decodeData,
    );
    return some.map((one, index) => [one, values[index]] as const);
  });
  const found = new Map((await Promise.all(reads)).flat());
  return all.map((one) => found.get(one) ?? NO_VALUE);
}

function requestOf({ address, slot, data }: Question<"before">) {
  if (slot !== undefined) {
    return { method: "eth_getStorageAt", params: [address, slot] };
  }
  if (data === undefined) {
    return { method: "eth_getCode", params: [address] };
  }
  return { method: "eth_call", params: [singleCall({ to: address, data })] };
}
