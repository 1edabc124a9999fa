import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  removeAnvilCode,
  startAnvil,
} from "../anvil.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";

/** A real chain with devnet's contract set that stands still. */
export interface ProfileChain {
  readonly chainId: number;
  /** The number of its last block. */
  readonly head: number;
  /** The header of a block, as the node gives it. */
  header(number: number): Header | undefined;
  numberOf(hash: unknown): number | undefined;
  /** The node's own answer at a block: a result, or `{ error }`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

export type Header = Readonly<Record<"number" | "hash" | "timestamp", string>>;

const { chainId, plan } = SANDBOX_PLANS.devnet;
/** So many blocks, each a second after the one before. */
const BLOCKS = 40;
/**
 * The first block is so old, in seconds: all are in the past, and recent. Another age
 * gives another first block.
 */
const AGE = 300;
const OTHER_AGE = 400;

/** Chains with the whole contract set, and without the router. Close them. */
export async function startProfileChains(): Promise<{
  readonly whole: ProfileChain;
  readonly lacking: ProfileChain;
  close(): Promise<void>;
}> {
  const [whole, lacking] = await Promise.all([
    startProfileChain(AGE, async () => {}),
    startProfileChain(OTHER_AGE, async ({ url }) =>
      removeAnvilCode(url, plan.router),
    ),
  ]);
  return {
    whole,
    lacking,
    close: async () => {
      await Promise.all([whole.close(), lacking.close()]);
    },
  };
}

async function startProfileChain(
  age: number,
  change: (anvil: Anvil) => Promise<void>,
): Promise<ProfileChain> {
  const start = Math.floor(Date.now() / 1000) - age;
  const anvil = await startAnvil({
    chainId,
    args: ["--timestamp", String(start)],
  });
  const provider = httpProvider(anvil.url);
  await placeOnAnvil(anvil.url, plan);
  await change(anvil);
  await provider.request({
    method: "anvil_mine",
    params: [`0x${BLOCKS.toString(16)}`, "0x1"],
  });
  const head = Number(await provider.request({ method: "eth_blockNumber" }));
  const headers = await Promise.all(
    Array.from({ length: head + 1 }, async (_, number) =>
      toHeader(
        await provider.request({
          method: "eth_getBlockByNumber",
          params: [`0x${number.toString(16)}`, false],
        }),
      ),
    ),
  );
  const known = new Map<string, Promise<unknown>>();
  return {
    chainId,
    head,
    header: (number) => headers[number],
    numberOf: (hash) => {
      const number = headers.findIndex((header) => header.hash === hash);
      return number === -1 ? undefined : number;
    },
    ask: async (method, params) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const answer = known.get(body) ?? post(anvil.url, body);
      // Each call of a program is another one.
      if (method !== "eth_call") {
        known.set(body, answer);
      }
      return await answer;
    },
    close: async () => await anvil.close(),
  };
}

function toHeader(block: unknown): Header {
  const { number, hash, timestamp } = Object(block);
  return { number, hash, timestamp };
}

async function post(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const answer = Object(await response.json());
  return "result" in answer ? answer.result : { error: answer.error };
}
