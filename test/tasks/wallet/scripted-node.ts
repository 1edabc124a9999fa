import { once } from "node:events";
import { createServer } from "node:http";

import { isRecord } from "../../../src/base/records.ts";
import { SANDBOX_DEPLOYER } from "../../../src/networks/sandbox-deployer.ts";
import { listen } from "../../support/listen.ts";

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
export async function serveNode(
  answer: NodeAnswer,
  port = 0,
): Promise<{
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) {
      body += chunk;
    }
    response.writeHead(200, {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "content-type",
    });
    response.end(body === "" ? "" : answerTo(JSON.parse(body), answer));
  });
  const bound = await listen(server, port);
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerTo(question: unknown, answer: NodeAnswer): string {
  const { id, method, params } = isRecord(question) ? question : {};
  const said = answer(String(method), Array.isArray(params) ? params : []);
  return typeof said === "string"
    ? said
    : JSON.stringify({ jsonrpc: "2.0", id, ...said });
}
