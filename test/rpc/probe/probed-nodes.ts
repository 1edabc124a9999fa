import type { Hex } from "../../../src/base/hex.ts";
import { ask } from "../../../src/rpc/ask.ts";
import {
  type BlockHeader,
  decodeBlock,
} from "../../../src/rpc/decode-block.ts";
import { createHttpTransport } from "../../../src/rpc/http-transport.ts";
import { createProviderTransport } from "../../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { startAnvil } from "../../support/anvil.ts";
import { createChain } from "../../support/sandbox-connection.ts";

/** A real node on which code can be put, and a way to ask it. */
export interface ProbedNode {
  readonly transport: RpcTransport;
  setCode(address: Hex, code: Hex): Promise<void>;
  close(): Promise<void>;
}

/** The EVMs that the bulk programs are run on, by name. Close what is started. */
export const PROBED_NODES: readonly (readonly [
  name: string,
  start: (chainId: number) => Promise<ProbedNode>,
])[] = [
  ["EDR", startEdr],
  ["anvil", startAnvilNode],
];

/** The latest block of a node. */
export async function headOf(transport: RpcTransport): Promise<BlockHeader> {
  const method = "eth_getBlockByNumber";
  const head = await ask(transport, method, ["latest", false], decodeBlock);
  if (!head.ok) {
    throw new Error(head.reason);
  }
  return head.value;
}

async function startEdr(chainId: number): Promise<ProbedNode> {
  const { connection, request } = await createChain({ chainId });
  return {
    transport: createProviderTransport(connection.provider),
    setCode: async (address, code) => {
      await request("hardhat_setCode", address, code);
    },
    close: async () => await connection.close(),
  };
}

async function startAnvilNode(chainId: number): Promise<ProbedNode> {
  const anvil = await startAnvil({ chainId });
  const transport = createHttpTransport({ url: anvil.url, retries: 2 });
  return {
    transport,
    setCode: async (address, code) => {
      await transport.request("anvil_setCode", [address, code]);
    },
    close: async () => {
      await transport.close();
      await anvil.close();
    },
  };
}
