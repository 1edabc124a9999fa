import type { Decoded } from "../base/records.ts";
import { ask } from "../rpc/ask.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import { decodeBlock } from "../rpc/decode-block.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import { decodeSyncing } from "../rpc/decode-syncing.ts";
import { decodeChainId, decodeClientVersion } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "./judge-chain.ts";

const GENESIS = "0x0";

/** What an endpoint reports about itself and its chain at one moment. */
export interface NodeView extends ChainView {
  readonly head: Decoded<BlockHeader>;
  /** Whether the head and block 0 came together, so that they are of one chain. */
  readonly isHeadBound?: boolean | undefined;
  readonly syncing: Decoded<SyncingState>;
  readonly clientVersion: Decoded<string>;
  /** The local time of the request for the head, in seconds since 1970. */
  readonly readAt: number;
  /** From the request for the head to its response. */
  readonly latencyMs: number;
}

/**
 * Reads the chain id, head, sync state and client of an endpoint in one round trip, and
 * block 0 if it is required to identify the chain.
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
  const [chainId, heads, syncing, clientVersion] = await Promise.all([
    readChainId(transport),
    readHeads(transport, expected).then((answer) => {
      latencyMs = Date.now() - startedAt;
      return answer;
    }),
    ask(transport, "eth_syncing", [], decodeSyncing),
    known ?? ask(transport, "web3_clientVersion", [], decodeClientVersion),
  ]);
  return {
    chainId,
    ...heads,
    syncing,
    clientVersion,
    readAt: Math.floor(startedAt / 1000),
    latencyMs,
  };
}

/**
 * Reads the head, and block 0 if it is required: both by one batch where the endpoint
 * takes that, so that one backend says of what chain the head is.
 */
async function readHeads(
  transport: RpcTransport,
  expected: ExpectedChain,
): Promise<Pick<NodeView, "head" | "genesis" | "isHeadBound">> {
  if (!wantsGenesis(expected)) {
    return { head: await readHeader(transport, "latest"), genesis: undefined };
  }
  const results = await transport.requestBatch?.(
    [GENESIS, "latest"].map((block) => ({
      method: "eth_getBlockByNumber",
      params: [block, false],
    })),
  );
  const [genesis, head] = (results ?? []).map((one) =>
    one?.ok === true ? decodeBlock(one.result) : undefined,
  );
  if (genesis?.ok === true && head?.ok === true) {
    return { genesis, head, isHeadBound: true };
  }
  const [first, latest] = await Promise.all([
    readGenesis(transport),
    head?.ok === true ? head : readHeader(transport, "latest"),
  ]);
  return { genesis: first, head: latest };
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
  const params = [block, false];
  return await ask(transport, "eth_getBlockByNumber", params, decodeBlock);
}
