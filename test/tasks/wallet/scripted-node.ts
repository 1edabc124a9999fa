import { SANDBOX_DEPLOYER } from "../../../src/connect/recognise-sandbox.ts";
import {
  type FaultyServer,
  startFaultyServer,
} from "../../support/node-model/server.ts";

/** A node's `result` or `error`, or the text of its whole answer. */
export type NodeAnswer = (
  method: string,
  params: readonly unknown[],
) => object | string;

/** What a node of devnet answers; whatever is not given is in order. */
export interface DevnetNode {
  readonly chainId?: unknown;
  /** Of its latest block, in seconds. */
  readonly age?: number;
  /** Its clock, in seconds since 1970; that of this machine by default. */
  readonly now?: number;
  /** How many of the node's units of time a second has. */
  readonly unitsPerSecond?: bigint;
  readonly head?: number;
  /** Block 0's. */
  readonly genesisHash?: string;
  readonly client?: string;
  readonly syncing?: object;
  /** Whether it serves a sandbox. */
  readonly sandbox?: boolean;
}

const HASH = `0x${"aa".repeat(32)}`;

/** A node of devnet whose newest block is some seconds old. */
export function devnetNode({
  chainId = "0x7ec8",
  age = 0,
  now,
  unitsPerSecond = 1n,
  head = 9,
  genesisHash = HASH,
  client = "Geth/v1.15.0",
  syncing = { result: false },
  sandbox = false,
}: DevnetNode): NodeAnswer {
  return (method, [tag]) => {
    if (method === "eth_getTransactionCount") {
      return { result: sandbox && tag === SANDBOX_DEPLOYER ? "0x18" : "0x0" };
    }
    switch (method) {
      case "eth_chainId":
        return { result: chainId };
      case "eth_syncing":
        return syncing;
      case "web3_clientVersion":
        return { result: client };
      default: {
        const clock = now ?? Math.floor(Date.now() / 1000);
        const seconds = BigInt(clock - age);
        return {
          result: {
            number: tag === "0x0" ? tag : `0x${head.toString(16)}`,
            hash: tag === "0x0" ? genesisHash : HASH,
            timestamp: `0x${(seconds * unitsPerSecond).toString(16)}`,
          },
        };
      }
    }
  };
}

/** A node on loopback that answers as it is told, and lets pages ask. */
export async function serveNode(answer: NodeAnswer): Promise<FaultyServer> {
  return await startFaultyServer({
    behaviour: ({ method, params, id, send }) => {
      const said = answer(method, params);
      send({
        headers: {
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "content-type",
        },
        body:
          typeof said === "string"
            ? said
            : JSON.stringify({ jsonrpc: "2.0", id, ...said }),
      });
    },
  });
}
