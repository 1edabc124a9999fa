import { decodeQuantity } from "../rpc/decode/decode-quantity.ts";
import { describeValue } from "../rpc/decode/describe-value.ts";
import { isRecord } from "../rpc/is-record.ts";
import type { Decoded } from "../rpc/types.ts";
import { askNode } from "./ask-node.ts";
import { decodeFeeHistory } from "./decode-fee-history.ts";
import type { FeeKind } from "./fee-kind.ts";
import type { NodeConnection } from "./node-connection.ts";
import type { OwnFees } from "./own-fees.ts";
import { readDecoded } from "./read-decoded.ts";

/** What a transaction offers for its gas, in wei a unit. */
export type Fees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

const REWARD_PERCENTILE = 50;
/** In wei, on chains so empty that no priority fee is known. */
const LEAST_PRIORITY_FEE = 1n;

/**
 * The fees that Hardhat fills in by itself, whoever signs: the median priority
 * fee of the last block, and a ceiling that holds for three full blocks; on a
 * chain without base fees or without `eth_feeHistory`, the node's gas price. A
 * fee that was multiplied here counts as what it was before.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export async function readFees(
  connection: NodeConnection,
  kind: FeeKind,
  ownFees: OwnFees,
): Promise<Decoded<Fees>> {
  if (kind !== "gas price") {
    const hasBaseFee = await readHasBaseFee(connection);
    if (!hasBaseFee.ok) {
      return hasBaseFee;
    }
    const fees = hasBaseFee.value
      ? await readFeesOfLastBlock(connection, ownFees)
      : undefined;
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const gasPrice = await readQuantity(connection, "eth_gasPrice");
  if (!gasPrice.ok) {
    return gasPrice;
  }
  const value = ownFees.usual(gasPrice.value);
  return {
    ok: true,
    value:
      kind === "EIP-1559"
        ? { maxFeePerGas: value, maxPriorityFeePerGas: value }
        : { gasPrice: value },
  };
}

async function readHasBaseFee(
  connection: NodeConnection,
): Promise<Decoded<boolean>> {
  const block = await askNode(connection, "eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  if (!block.ok) {
    return block;
  }
  return isRecord(block.value)
    ? { ok: true, value: decodeQuantity(block.value["baseFeePerGas"]).ok }
    : {
        ok: false,
        reason: `eth_getBlockByNumber answered with ${describeValue(block.value)}, not with a block`,
      };
}

async function readFeesOfLastBlock(
  connection: NodeConnection,
  ownFees: OwnFees,
): Promise<Fees | undefined> {
  const answer = await askNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const history = answer.ok ? decodeFeeHistory(answer.value) : undefined;
  if (history === undefined) {
    return undefined;
  }
  const priority =
    history.reward === 0n
      ? ownFees.usual(await readPriorityFee(connection))
      : ownFees.usualTip(history.reward, history.baseFee);
  // A full block raises the base fee by an eighth, and this is the next one's.
  const ceiling = (history.nextBaseFee * 9n ** 2n) / 8n ** 2n;
  return {
    maxFeePerGas: ceiling < priority ? ceiling + priority : ceiling,
    maxPriorityFeePerGas: priority,
  };
}

async function readPriorityFee(connection: NodeConnection): Promise<bigint> {
  const fee = await readQuantity(connection, "eth_maxPriorityFeePerGas");
  return (fee.ok && fee.value) || LEAST_PRIORITY_FEE;
}

async function readQuantity(
  connection: NodeConnection,
  method: string,
): Promise<Decoded<bigint>> {
  return await readDecoded(
    async (name, params) => await askNode(connection, name, params),
    method,
    [],
    decodeQuantity,
  );
}
