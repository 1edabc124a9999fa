import type { Decoded, Hex, RpcTransport } from "../types.ts";

import { decodeProbe, type ProbeAnswer } from "./decode-probe.ts";
import { encodeProbe } from "./probe-program.ts";

/**
 * Enough for 500 addresses at about 3 200 gas each, and below the block gas
 * limit of every chain known, which some nodes do not let a call exceed.
 */
const GAS = "0x3d0900";
const FROM = `0x${"00".repeat(20)}`;

/**
 * The code at each address, by one `eth_call` that creates nothing.
 *
 * @param block the block tag or number to read at
 */
export async function probeCodes(
  transport: RpcTransport,
  addresses: readonly Hex[],
  block: string,
): Promise<Decoded<ProbeAnswer>> {
  const reply = await transport.request("eth_call", [
    { from: FROM, gas: GAS, data: encodeProbe(addresses) },
    block,
  ]);
  return decodeProbe(reply, addresses.length);
}
