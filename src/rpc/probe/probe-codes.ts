import type { Decoded, Hex, RpcTransport } from "../types.ts";

import { decodeProbe, type ProbeAnswer } from "./decode-probe.ts";
import { encodeProbe } from "./probe-program.ts";
import { runProgram } from "./run-program.ts";

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
  const reply = await runProgram(transport, encodeProbe(addresses), block);
  return decodeProbe(reply, addresses.length);
}
