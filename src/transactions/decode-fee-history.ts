import { decodeQuantity } from "../rpc/decode/decode-quantity.ts";
import { isRecord } from "../rpc/is-record.ts";

/** Of the last block, in wei. */
export interface FeeHistory {
  /** Its own base fee, where the node tells it. */
  readonly baseFee: bigint | undefined;
  /** The base fee of the block after it. */
  readonly nextBaseFee: bigint;
  /** The priority fee at the percentile that was asked for. */
  readonly reward: bigint;
}

/** The answer to `eth_feeHistory` for one block and one percentile. */
export function decodeFeeHistory(value: unknown): FeeHistory | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { baseFeePerGas, reward } = value;
  const baseFees: readonly unknown[] = Array.isArray(baseFeePerGas)
    ? baseFeePerGas
    : [];
  const nextBaseFee = decodeQuantity(baseFees.at(-1));
  const baseFee = decodeQuantity(baseFees.at(-2));
  const ofBlock: unknown = Array.isArray(reward) ? reward[0] : undefined;
  const atPercentile = decodeQuantity(
    Array.isArray(ofBlock) ? ofBlock[0] : undefined,
  );
  return nextBaseFee.ok && atPercentile.ok
    ? {
        baseFee: baseFee.ok ? baseFee.value : undefined,
        nextBaseFee: nextBaseFee.value,
        reward: atPercentile.value,
      }
    : undefined;
}
