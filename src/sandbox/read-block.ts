import { alphaError } from "../errors.ts";
import type { Hex } from "../rpc/types.ts";
import { isHexQuantity } from "./is-hex-quantity.ts";

/** What populating needs to know of a block. */
export interface Block {
  /** In seconds. */
  readonly timestamp: bigint;
  /** In wei; `undefined` before London. */
  readonly baseFee: bigint | undefined;
  readonly coinbase: Hex;
}

/**
 * Reads a block from a simulated chain's answer.
 *
 * @throws HardhatPluginError when it is none.
 */
export function readBlock(value: unknown): Block {
  if (
    typeof value !== "object" ||
    value === null ||
    !("timestamp" in value && isHexQuantity(value.timestamp)) ||
    !("miner" in value && isHexQuantity(value.miner))
  ) {
    throw alphaError("The simulated chain gave no block.");
  }
  const baseFee =
    "baseFeePerGas" in value && isHexQuantity(value.baseFeePerGas)
      ? BigInt(value.baseFeePerGas)
      : undefined;
  return {
    timestamp: BigInt(value.timestamp),
    baseFee,
    coinbase: value.miner,
  };
}
