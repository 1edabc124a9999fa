import type { RpcTransport } from "../../src/rpc/types.ts";
import type { PinnedBlock } from "../../src/verify/reading/pinned-requests.ts";
import {
  type BlockReader,
  NetworkReader,
} from "../../src/verify/reading/reader.ts";

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
