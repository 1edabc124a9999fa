import type { Hex, RpcReply, RpcTransport } from "../types.ts";

/**
 * Enough for 500 addresses at about 3 200 gas each, and below the block gas
 * limit of every chain known, which some nodes do not let a call exceed.
 */
const GAS = "0x3d0900";

/** Who calls: nobody. Without a sender some nodes look for an account first. */
export const NOBODY: Hex = `0x${"00".repeat(20)}`;

/**
 * Runs creation code in an `eth_call`, which creates nothing.
 *
 * @param block the block tag or number to run it at
 */
export async function runProgram(
  transport: RpcTransport,
  data: Hex,
  block: string,
): Promise<RpcReply> {
  return await transport.request("eth_call", [
    { from: NOBODY, gas: GAS, data },
    block,
  ]);
}
