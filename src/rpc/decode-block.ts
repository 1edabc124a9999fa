import type { Hex } from "../base/hex.ts";
import { isHash, lowerHex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { isRecord } from "../base/records.ts";
import { describeValue } from "../base/untrusted-text.ts";
import { decodeQuantity } from "./decode-values.ts";

/** The unit of block timestamps on a chain. */
export type TimestampUnit = "s" | "ms" | "us" | "ns";

/** The required fields of a block header. */
export interface BlockHeader {
  readonly number: bigint;
  /** In lower case. */
  readonly hash: Hex;
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
 * Whether a time is a block's: in the unit of its header, or in seconds, for nodes
 * whose contracts see those.
 */
export function isSameTime(
  { timestamp: time }: { readonly timestamp: bigint },
  { timestamp, timestampUnit }: BlockHeader,
): boolean {
  const second = UNITS.find(([, unit]) => unit === timestampUnit)?.[2] ?? 1n;
  return [time / second, time].includes(BigInt(timestamp));
}

const BLOCK_NUMBER_LIMIT = 2n ** 63n;

/**
 * Decodes the result of `eth_getBlockByNumber`; only number, hash and timestamp are
 * required. Timestamps of Quorum's Raft chains are in nanoseconds, others in ms or µs;
 * seconds do not reach 10^11 before the year 5138.
 */
export function decodeBlock(value: unknown): Decoded<BlockHeader> {
  if (value === null) {
    return fail("the node has no such block (null)");
  }
  if (!isRecord(value)) {
    return fail(`expected a block, got ${describeValue(value)}`);
  }
  const number = decodeQuantity(value["number"]);
  if (!number.ok || number.value >= BLOCK_NUMBER_LIMIT) {
    return fail(
      `the block number is ${describeMember(value["number"])}, which is not a block number`,
    );
  }
  const hash = value["hash"];
  if (!isHash(hash)) {
    return fail(
      `the block hash is ${describeMember(hash)}, which is not a hash`,
    );
  }
  const time = decodeQuantity(value["timestamp"]);
  const unit = time.ok
    ? UNITS.find(([limit]) => time.value < limit)
    : undefined;
  if (!time.ok || unit === undefined) {
    return fail(
      `the block timestamp is ${describeMember(value["timestamp"])}, which is not a timestamp`,
    );
  }
  const [, timestampUnit, second] = unit;
  return {
    ok: true,
    value: {
      number: number.value,
      hash: lowerHex(hash),
      timestamp: Number(time.value / second),
      timestampUnit,
    },
  };
}

function describeMember(value: unknown): string {
  return value === undefined ? "missing" : describeValue(value);
}

function fail(why: string): Decoded<never> {
  return { ok: false, reason: `eth_getBlockByNumber: ${why}` };
}
