import type { RpcTransport } from "../../src/rpc/types.ts";
import type { BlockReader } from "../../src/verify/asking/block-reader.ts";
import { NetworkReader } from "../../src/verify/asking/network-reader.ts";
import type { PinnedBlock } from "../../src/verify/asking/requests/block-control.ts";

/** Reads what a transport reaches at a block of a chain. */
export function blockReader(
  transport: RpcTransport,
  block: PinnedBlock,
  chainId: number,
): BlockReader {
  return new NetworkReader(transport, { chainId, chainsWithSameId: [] }).at(
    block,
  );
}
