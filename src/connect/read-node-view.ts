import type { Decoded } from "../base/records.ts";
import { ask } from "../rpc/ask.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import { decodeBlock } from "../rpc/decode-block.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import { decodeSyncing } from "../rpc/decode-syncing.ts";
import { decodeChainId, decodeClientVersion } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";

/** What one endpoint says of itself and its chain, at one moment. */
export interface NodeView {
  readonly chainId: Decoded<number>;
  readonly head: Decoded<BlockHeader>;
  readonly syncing: Decoded<SyncingState>;
  readonly clientVersion: Decoded<string>;
  /** Block 0; `undefined` where it was not asked for. */
  readonly genesis: Decoded<BlockHeader> | undefined;
  /** The local clock when the head was asked for, in seconds since 1970. */
  readonly readAt: number;
  /** From the request for the head to its answer. */
  readonly latencyMs: number;
}

/**
 * Asks an endpoint for its chain id, head, sync state and client, all in one
 * round trip, and for block 0 if `wantsGenesis`.
 */
export async function readNodeView(
  transport: RpcTransport,
  wantsGenesis: boolean,
): Promise<NodeView> {
  const startedAt = Date.now();
  let latencyMs = 0;
  const [chainId, head, syncing, clientVersion, genesis] = await Promise.all([
    ask(transport, "eth_chainId", [], decodeChainId),
    ask(transport, "eth_getBlockByNumber", ["latest", false], decodeBlock).then(
      (answer) => {
        latencyMs = Date.now() - startedAt;
        return answer;
      },
    ),
    ask(transport, "eth_syncing", [], decodeSyncing),
    ask(transport, "web3_clientVersion", [], decodeClientVersion),
    wantsGenesis
      ? ask(transport, "eth_getBlockByNumber", ["0x0", false], decodeBlock)
      : undefined,
  ]);
  return {
    chainId,
    head,
    syncing,
    clientVersion,
    genesis,
    readAt: Math.floor(startedAt / 1000),
    latencyMs,
  };
}
