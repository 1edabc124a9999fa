import { isHex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { isRecord } from "../base/records.ts";
import { describeValue, untrustedText } from "../base/untrusted-text.ts";
import { decodeQuantity } from "./decode-values.ts";

/** The sync state that a node reports. */
export type SyncingState =
  | { readonly syncing: false }
  | {
      readonly syncing: true;
      readonly startingBlock?: bigint | undefined;
      readonly currentBlock?: bigint | undefined;
      /** Missing while the node does not know it. */
      readonly highestBlock?: bigint | undefined;
      /** Other values that the node reports; texts are printable. */
      readonly detail: SyncingDetail;
    };

const HEIGHT_NAMES = ["startingBlock", "currentBlock", "highestBlock"] as const;
type HeightName = (typeof HEIGHT_NAMES)[number];
/** Erigon's height while it downloads snapshots. */
const UNKNOWN_HEIGHT = 2n ** 64n - 1n;
/** Members that show that the response is of another protocol. */
const FOREIGN_MEMBERS = ["jsonrpc", "is_syncing", "isSyncing", "syncing"];

/**
 * Decodes the result of `eth_syncing`: `false`, or an object that is not empty. No
 * member is common to all clients, not even the three heights, so each is optional.
 * Other values have no defined meaning and are rejected.
 *
 * `false` proves little: several clients always send it, or send it without peers.
 */
export function decodeSyncing(value: unknown): Decoded<SyncingState> {
  if (value === false) {
    return { ok: true, value: { syncing: false } };
  }
  if (!isRecord(value) || Object.keys(value).length === 0) {
    return fail(
      `expected false or an object that describes the sync, got ${describeValue(value)}`,
    );
  }
  const foreign = FOREIGN_MEMBERS.find((name) => Object.hasOwn(value, name));
  if (foreign !== undefined) {
    return fail(`an object with "${foreign}" is not an Ethereum node's answer`);
  }
  const heights: Partial<Record<HeightName, bigint>> = {};
  const others: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    const height = isHeightName(name) ? decodeHeight(member) : undefined;
    if (isHeightName(name) && height !== undefined) {
      heights[name] = height;
    } else if (!/^\d+$/.test(name)) {
      // Scrubbers do not replace names of digits, so they are not shown.
      others[name] = member;
    }
  }
  return {
    ok: true,
    value: { syncing: true, ...heights, detail: syncingDetail(others) },
  };
}

function isHeightName(name: string): name is HeightName {
  return HEIGHT_NAMES.some((known) => known === name);
}

function decodeHeight(value: unknown): bigint | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value >= 0
      ? BigInt(value)
      : undefined;
  }
  const quantity = decodeQuantity(value);
  return quantity.ok && quantity.value < UNKNOWN_HEIGHT
    ? quantity.value
    : undefined;
}

function fail(why: string): Decoded<never> {
  return { ok: false, reason: `eth_syncing: ${why}` };
}

/** Details of the sync state of a node; quantities are decimal. */
export type SyncingDetail = Readonly<Record<string, string | number | boolean>>;

const MAX_MEMBERS = 64;
const MAX_STAGES = 64;
const MAX_NAME = 60;

/**
 * The members of an `eth_syncing` object as flat, bounded, printable values.
 * The stages of Erigon (`stage_name`, `block_number`) and Reth (`name`,
 * `block`) become members `stages.<name>`. `null` and other nested values are left out.
 */
function syncingDetail(
  members: Readonly<Record<string, unknown>>,
): SyncingDetail {
  const detail = new Map<string, string | number | boolean>();
  for (const [name, value] of Object.entries(members)) {
    if (detail.size >= MAX_MEMBERS) {
      break;
    }
    const shown = scalar(value);
    if (shown !== undefined) {
      detail.set(untrustedText(name, { maxLength: MAX_NAME }), shown);
    } else if (Array.isArray(value)) {
      for (const [stage, block] of stages(value)) {
        const stageName = untrustedText(`${name}.${stage}`, {
          maxLength: MAX_NAME,
        });
        detail.set(stageName, block);
      }
    }
  }
  return Object.fromEntries(detail);
}

function scalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") {
    return value;
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : undefined;
  }
  if (typeof value !== "string") {
    return undefined;
  }
  const quantity = decodeQuantity(value);
  if (!quantity.ok) {
    return isHex(value) ? "hexadecimal data" : untrustedText(value);
  }
  return quantity.value === UNKNOWN_HEIGHT ? "unknown" : `${quantity.value}`;
}

function* stages(
  list: readonly unknown[],
): Generator<[string, string | number | boolean]> {
  for (const stage of list.slice(0, MAX_STAGES)) {
    if (!isRecord(stage)) {
      continue;
    }
    const name = stage["stage_name"] ?? stage["name"];
    const block = scalar(stage["block_number"] ?? stage["block"]);
    if (typeof name === "string" && block !== undefined) {
      yield [name, block];
    }
  }
}
