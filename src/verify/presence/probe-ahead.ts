import type { Hex, RpcTransport } from "../../rpc/types.ts";
import { controlAddress } from "./control-address.ts";
import {
  ADDRESSES_AT_A_TIME,
  type ProbedChunk,
  probeInChunks,
} from "./probe-in-chunks.ts";

/**
 * Probes the latest block while nobody knows yet which one that is, which saves
 * a round trip: every answer says what block it is of. A list that takes more
 * than one wave of calls is left, since it would save next to nothing there and
 * would be in the way on an endpoint that turns out to be the wrong one.
 */
export async function probeAhead(
  transport: RpcTransport,
  addresses: readonly Hex[],
): Promise<readonly ProbedChunk[]> {
  if (addresses.length > ADDRESSES_AT_A_TIME) {
    return [];
  }
  return await probeInChunks({
    transport,
    addresses,
    control: controlAddress(),
    block: "latest",
  });
}
