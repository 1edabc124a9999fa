import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { isRecord } from "../../../src/base/records.ts";
import type { RequestProvider } from "../../../src/rpc/types.ts";
import { httpProvider } from "../../support/anvil.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { listen } from "../../support/listen.ts";
import {
  type NodeProcess,
  startNodeProcess,
} from "../../support/node-process.ts";

const CLI = "node_modules/@ethereumjs/client/dist/esm/bin/cli.js";

/** An \@ethereumjs/client, for which the test is the consensus client. */
export interface EthereumJsNode extends NodeProcess {
  /** Mines a block with the pending transactions. */
  mine(): Promise<void>;
}

/** Starts a client that a folder has installed at block 0 of a genesis. Close it. */
export async function startEthereumJs(
  folder: string,
  genesis: object,
): Promise<EthereumJsNode> {
  const name = `chain-${crypto.randomUUID()}`;
  const file = join(folder, `${name}.json`);
  const port = `${await freePort()}`;
  writeFileSync(file, JSON.stringify(genesis));
  const node = await startNodeProcess({
    name: "@ethereumjs/client",
    program: process.execPath,
    args: [
      join(folder, CLI),
      ...["--gethGenesis", file, "--dataDir", join(folder, name)],
      // One port for both APIs.
      ...["--rpc", "--rpcAddr", "127.0.0.1", "--rpcPort", port],
      ...["--rpcEngine", "--rpcEngineAddr", "127.0.0.1"],
      ...["--rpcEnginePort", port, "--rpcEngineAuth", "false"],
      ...["--isSingleNode", "--port", "0", "--maxPeers", "0"],
      ...["--discDns", "false", "--discV4", "false", "--logFile", "false"],
    ],
    cwd: folder,
    env: guardedEnvironment(process.env),
    listening: /JSON RPC Server address=http:\/\/(127\.0\.0\.1:\d+)/,
  });
  const provider = httpProvider(node.url);
  try {
    // The client says that it listens before it does.
    for (let poll = 0; !(await answers(provider)); poll++) {
      if (poll === 100) {
        throw new Error("@ethereumjs/client does not answer");
      }
      await sleep(100);
    }
  } catch (error) {
    await node.close();
    throw error;
  }
  return { ...node, mine: () => mineBlock(provider) };
}

const answers = async ({ request }: RequestProvider) =>
  await request({ method: "eth_blockNumber" }).then(
    () => true,
    () => false,
  );

/** Mines a block through the Engine API, as a consensus client does. */
async function mineBlock(provider: RequestProvider): Promise<void> {
  const record = async (method: string, ...params: unknown[]) => {
    const result = await provider.request({ method, params });
    if (!isRecord(result)) {
      throw new Error(`${method}: ${JSON.stringify(result)}`);
    }
    return result;
  };
  const head = await record("eth_getBlockByNumber", "latest", false);
  const now = Math.floor(Date.now() / 1000);
  const timestamp = Math.max(now, Number(head["timestamp"]) + 1);
  const { payloadId } = await record(
    "engine_forkchoiceUpdatedV2",
    forkchoice(head["hash"]),
    {
      timestamp: `0x${timestamp.toString(16)}`,
      prevRandao: `0x${"00".repeat(32)}`,
      suggestedFeeRecipient: `0x${"00".repeat(20)}`,
      withdrawals: [],
    },
  );
  const { executionPayload } = await record("engine_getPayloadV2", payloadId);
  const { status, latestValidHash } = await record(
    "engine_newPayloadV2",
    executionPayload,
  );
  if (status !== "VALID") {
    throw new Error(`the payload is ${status}`);
  }
  await record("engine_forkchoiceUpdatedV2", forkchoice(latestValidHash));
}

const forkchoice = (hash: unknown) => ({
  headBlockHash: hash,
  safeBlockHash: hash,
  finalizedBlockHash: hash,
});

/** The client does not tell which port it has got, so that it needs a number. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
