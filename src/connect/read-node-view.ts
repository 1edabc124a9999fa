import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import { ask, type Decode } from "../rpc/ask.ts";
import { type BlockHeader, decodeBlock } from "../rpc/decode-block.ts";
import { decodeSyncing, type SyncingState } from "../rpc/decode-syncing.ts";
import { decodeChainId, decodeClientVersion } from "../rpc/decode-values.ts";
import type { RpcCall, RpcTransport } from "../rpc/types.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "./judge-chain.ts";

const GENESIS = "0x0";

/** An endpoint's report about itself and its chain at one moment. */
export interface NodeView extends ChainView {
  readonly head: Decoded<BlockHeader>;
  /** The chain id by a request of its own, which another backend may have answered. */
  readonly singleChainId?: Decoded<number>;
  /** True if the head and all that tells its chain came together. */
  readonly isHeadBound?: boolean;
  readonly syncing: Decoded<SyncingState>;
  readonly clientVersion: Decoded<string>;
  /** The local time of the request for the head, in seconds since 1970. */
  readonly readAt: number;
  /** From the request for the head to its response. */
  readonly latencyMs: number;
}

/**
 * Reads the chain id, head, sync state and client of an endpoint in one round trip, and
 * block 0 if it is required to identify the chain. The head is asked again where the
 * endpoint takes no batches.
 *
 * @param known the client, where it was read before
 */
export async function readNodeView(
  transport: RpcTransport,
  expected: ExpectedChain,
  known?: Decoded<string>,
): Promise<NodeView> {
  const startedAt = Date.now();
  let latencyMs = 0;
  const [singleChainId, bound, syncing, clientVersion] = await Promise.all([
    readChainId(transport),
    readHeads(transport, expected).then((answer) => {
      latencyMs = Date.now() - startedAt;
      return answer;
    }),
    ask(transport, "eth_syncing", [], decodeSyncing),
    known ?? ask(transport, "web3_clientVersion", [], decodeClientVersion),
  ]);
  const { boundId, ...heads } = bound;
  return {
    chainId: singleChainId.ok ? (boundId ?? singleChainId) : singleChainId,
    singleChainId,
    ...heads,
    syncing,
    clientVersion,
    readAt: Math.floor(startedAt / 1000),
    latencyMs,
  };
}

/**
 * Reads the head, and all that tells its chain: by one batch where the endpoint takes
 * that, so that one backend says of what chain the head is.
 */
async function readHeads(
  transport: RpcTransport,
  expected: ExpectedChain,
): Promise<
  Pick<NodeView, "head" | "genesis" | "isHeadBound"> & {
    readonly boundId?: Decoded<number> | undefined;
  }
> {
  const isPinned = wantsGenesis(expected);
  const results = await transport.requestBatch?.([
    headerCall("latest"),
    { method: "eth_chainId", params: [] },
    ...(isPinned ? [headerCall(GENESIS)] : []),
  ]);
  const latest = decodedOf(results?.[0], decodeBlock);
  const boundId = decodedOf(results?.[1], decodeChainId);
  const first = decodedOf(results?.[2], decodeBlock);
  const isHeadBound =
    boundId !== undefined &&
    latest !== undefined &&
    (first !== undefined || !isPinned);
  const [head, genesis] = await Promise.all([
    latest ?? readHeader(transport, "latest"),
    first ?? (isPinned ? readGenesis(transport) : undefined),
  ]);
  return { head, genesis, isHeadBound, boundId };
}

/** What one call of a batch returned; `undefined` if that cannot be decoded. */
function decodedOf<T>(
  reply: Reply | undefined,
  decode: Decode<T>,
): Decoded<T> | undefined {
  const decoded = reply?.ok === true ? decode(reply.result) : undefined;
  return decoded?.ok === true ? decoded : undefined;
}

/** Reads the chain id of an endpoint, and block 0 if it is required. */
export async function readChainView(
  transport: RpcTransport,
  expected: ExpectedChain,
): Promise<ChainView> {
  const [chainId, genesis] = await Promise.all([
    readChainId(transport),
    wantsGenesis(expected) ? readGenesis(transport) : undefined,
  ]);
  return { chainId, genesis };
}

/** Reads the chain id of an endpoint. */
export async function readChainId(
  transport: RpcTransport,
): Promise<Decoded<number>> {
  return await ask(transport, "eth_chainId", [], decodeChainId);
}

/** Reads the header of block 0. */
export async function readGenesis(
  transport: RpcTransport,
): Promise<Decoded<BlockHeader>> {
  return await readHeader(transport, GENESIS);
}

/** Reads the header of a block by its number or tag. */
export async function readHeader(
  transport: RpcTransport,
  block: string,
): Promise<Decoded<BlockHeader>> {
  const { method, params } = headerCall(block);
  return await ask(transport, method, params, decodeBlock);
}

/** Headers by one batch; `undefined` for each that it does not give. */
export async function readHeaderBatch(
  transport: RpcTransport,
  blocks: readonly string[],
): Promise<readonly (Decoded<BlockHeader> | undefined)[]> {
  const calls = blocks.length > 1 ? blocks.map(headerCall) : [];
  const replies = await transport.requestBatch?.(calls);
  return blocks.map((_, index) => decodedOf(replies?.[index], decodeBlock));
}

function headerCall(block: string): RpcCall {
  return { method: "eth_getBlockByNumber", params: [block, false] };
}
