import { type Hex, isHash, lowerHex } from "../base/hex.ts";
import {
  type Decoded,
  isRecord,
  unread,
  withoutUndefined,
} from "../base/records.ts";
import { describeValue } from "../base/untrusted-text.ts";
import { decodeQuantity } from "./decode-values.ts";

/** The unit of block timestamps on a chain. */
export type TimestampUnit = "s" | "ms" | "us" | "ns";

/** The required fields of a block header. */
export interface BlockHeader {
  readonly number: bigint;
  /** In lower case. */
  readonly hash: Hex;
  /** The parent of the block; `undefined` if the node does not tell it. */
  readonly parentHash?: Hex | undefined;
  /** In seconds since 1970, whatever the unit of the chain; rounded down. */
  readonly timestamp: number;
  /** The unit in which the node sent it. */
  readonly timestampUnit: TimestampUnit;
}

/** Upper limit of timestamps in a unit, the unit, and its number per second. */
const UNITS: readonly (readonly [bigint, TimestampUnit, bigint])[] = [
  [10n ** 11n, "s", 1n],
  [10n ** 14n, "ms", 10n ** 3n],
  [10n ** 17n, "us", 10n ** 6n],
  [10n ** 20n, "ns", 10n ** 9n],
];

/**
 * Tells whether a time is a block's: in the unit of its header, or in seconds,
 * for nodes whose contracts see those.
 */
export function isSameTime(
  { timestamp: time }: { readonly timestamp: bigint },
  { timestamp, timestampUnit }: BlockHeader,
): boolean {
  const second = UNITS.find(([, unit]) => unit === timestampUnit)?.[2] ?? 1n;
  return [time / second, time].includes(BigInt(timestamp));
}

/**
 * Tells whether a program saw the block before a block; `undefined` where the
 * chain does not tell its hash, to programs or in headers.
 */
export function isSameParent(
  { parentHash: seen }: { readonly parentHash: bigint },
  { parentHash }: Pick<BlockHeader, "parentHash">,
): boolean | undefined {
  const told = BigInt(parentHash ?? 0);
  return seen === 0n || told === 0n ? undefined : seen === told;
}

const BLOCK_NUMBER_LIMIT = 2n ** 63n;

/**
 * Decodes the result of `eth_getBlockByNumber`; only number, hash and timestamp are
 * required. Timestamps of Quorum's Raft chains are in nanoseconds, others in ms or µs;
 * seconds do not reach 10^11 before the year 5138.
 */
export function decodeBlock(value: unknown): Decoded<BlockHeader> {
  if (value === null) {
    const reason = "eth_getBlockByNumber: the node has no such block (null)";
    return { ok: false, reason, isRefused: true };
  }
  if (!isRecord(value)) {
    return unread(
      `eth_getBlockByNumber: expected a block, got ${describeValue(value)}`,
    );
  }
  const number = decodeQuantity(value["number"]);
  if (!number.ok || number.value >= BLOCK_NUMBER_LIMIT) {
    return invalid("number", value["number"], "a block number");
  }
  const hash = value["hash"];
  if (!isHash(hash)) {
    return invalid("hash", hash, "a hash");
  }
  const { parentHash } = value;
  const time = decodeQuantity(value["timestamp"]);
  const unit = time.ok
    ? UNITS.find(([limit]) => time.value < limit)
    : undefined;
  if (!time.ok || unit === undefined) {
    return invalid("timestamp", value["timestamp"], "a timestamp");
  }
  const [, timestampUnit, second] = unit;
  return {
    ok: true,
    value: withoutUndefined({
      number: number.value,
      hash: lowerHex(hash),
      parentHash: isHash(parentHash) ? lowerHex(parentHash) : undefined,
      timestamp: Number(time.value / second),
      timestampUnit,
    }),
  };
}

function invalid(name: string, value: unknown, what: string): Decoded<never> {
  const shown = value === undefined ? "missing" : describeValue(value);
  return unread(
    `eth_getBlockByNumber: the block ${name} is ${shown}, which is not ${what}`,
  );
}
