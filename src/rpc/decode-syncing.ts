import { isHex } from "../base/hex.ts";
import {
  type Decoded,
  isRecord,
  ownValue,
  recordOf,
  unread,
  withoutUndefined,
} from "../base/records.ts";
import { NO_SECRETS, type Scrubber } from "../base/scrubber.ts";
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
      readonly detail: Readonly<Record<string, Scalar>>;
    };

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
export function decodeSyncing(
  value: unknown,
  scrubber: Scrubber = NO_SECRETS,
): Decoded<SyncingState> {
  if (value === false) {
    return { ok: true, value: { syncing: false } };
  }
  if (!isRecord(value) || Object.keys(value).length === 0) {
    return unread(
      `eth_syncing: expected false or an object that describes the sync, got ${describeValue(value)}`,
    );
  }
  const foreign = FOREIGN_MEMBERS.find((name) => Object.hasOwn(value, name));
  if (foreign !== undefined) {
    return unread(
      `eth_syncing: an object with "${foreign}" is not an Ethereum node's answer`,
    );
  }
  const heights = withoutUndefined({
    startingBlock: decodeHeight(ownValue(value, "startingBlock")),
    currentBlock: decodeHeight(ownValue(value, "currentBlock")),
    highestBlock: decodeHeight(ownValue(value, "highestBlock")),
  });
  const show = { scrubber, maxLength: MAX_NAME };
  const detail = Object.entries(value)
    .filter(([name]) => !Object.hasOwn(heights, name))
    .flatMap(([name, member]) => detailOf(name, scrubber.json(member)))
    .slice(0, MAX_DETAILS)
    .map(([name, member]) => [untrustedText(name, show), member] as const);
  return {
    ok: true,
    value: { syncing: true, ...heights, detail: Object.fromEntries(detail) },
  };
}

function decodeHeight(value: unknown): bigint | undefined {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value) && value >= 0) {
      return BigInt(value);
    }
    return undefined;
  }
  const quantity = decodeQuantity(value);
  if (quantity.ok && quantity.value < UNKNOWN_HEIGHT) {
    return quantity.value;
  }
  return undefined;
}

type Scalar = string | number | boolean;

const MAX_DETAILS = 64;
const MAX_STAGES = 64;
const MAX_NAME = 60;

/**
 * A member of an `eth_syncing` object as flat, printable values. The stages of Erigon
 * (`stage_name`, `block_number`) and Reth (`name`, `block`) become members
 * `stages.<name>`. `null` and other nested values are left out.
 */
function detailOf(
  name: string,
  value: unknown,
): readonly (readonly [string, Scalar])[] {
  const shown = scalar(value);
  if (shown !== undefined) {
    return [[name, shown]];
  }
  const stages: readonly unknown[] = Array.isArray(value) ? value : [];
  return stages
    .slice(0, MAX_STAGES)
    .map(recordOf)
    .flatMap((stage) => {
      const stageName = stage["stage_name"] ?? stage["name"];
      const block = scalar(stage["block_number"] ?? stage["block"]);
      if (typeof stageName === "string" && block !== undefined) {
        return [[`${name}.${stageName}`, block] as const];
      }
      return [];
    });
}

function scalar(value: unknown): Scalar | undefined {
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
