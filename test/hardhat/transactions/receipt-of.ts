import type { Hex } from "../../../src/base/hex.ts";

export const HASH: Hex = `0x${"ab".repeat(32)}`;
export const SENDER: Hex = "0x00000000000000000000000000000000000000f0";

/** A receipt as an honest node sends it, with members of your own. */
export function receiptOf({
  blockNumber,
  ...members
}: {
  readonly blockNumber: number;
  readonly [member: string]: unknown;
}): Record<string, unknown> {
  const number = `0x${blockNumber.toString(16)}`;
  const blockHash = `0x${blockNumber.toString(16).padStart(64, "0")}`;
  return {
    transactionHash: HASH,
    transactionIndex: "0x0",
    blockHash,
    blockNumber: number,
    from: SENDER,
    to: SENDER,
    contractAddress: null,
    cumulativeGasUsed: "0x5208",
    gasUsed: "0x5208",
    effectiveGasPrice: "0x3b9aca00",
    logsBloom: `0x${"0".repeat(512)}`,
    status: "0x1",
    type: "0x2",
    logs: [],
    ...members,
  };
}

/** A transaction as a node lists it. */
export function transactionOf(
  members: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    hash: HASH,
    from: SENDER,
    to: SENDER,
    nonce: "0x5",
    blockNumber: null,
    ...members,
  };
}
