import { rmSync } from "node:fs";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";
import { request } from "undici";

import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { createAlphaHre } from "./alpha-hre.ts";

/** What `await using` closes at the end of its scope. */
export function closing<T extends { close(): Promise<unknown> }>(
  opened: T,
): T & AsyncDisposable {
  return Object.assign(opened, {
    [Symbol.asyncDispose]: async () => {
      await opened.close();
    },
  });
}

/** A connection of a project of its own to an Alpha network, for `await using`. */
export async function connectTo(
  network: string,
  config: HardhatUserConfig = {},
) {
  const { alpha } = await createAlphaHre(config);
  return closing(await alpha.connect(network));
}

/** Sends a request through the provider of a connection. */
export async function ask(
  { provider }: Pick<NetworkConnection, "provider">,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return await provider.request({ method, params });
}

/** A sandbox that is served over HTTP, as by `alpha sandbox`, for `await using`. */
export async function serveSandbox(
  network: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const hre = await createAlphaHre();
  const server = await hre.network.createServer(network, "127.0.0.1", 0);
  const { address, port } = await server.listen();
  return {
    url: `http://${address}:${port}`,
    [Symbol.asyncDispose]: async () => {
      // The simulator keeps the sockets of a fork open for as long as it pleases.
      server.close().catch(() => {});
    },
  };
}

/** What is left of the forks of the tests' own nodes, which Hardhat caches by port. */
export function removeForkCaches(): void {
  const cache = new URL("../../cache/edr-fork-cache/", import.meta.url);
  for (const name of [...ALPHA_NETWORK_NAMES, "mine"]) {
    // Other tests may write there at the same time.
    rmSync(new URL(name, cache), {
      recursive: true,
      force: true,
      maxRetries: 20,
    });
  }
}

/** What a node answers to a request. */
export async function answerOf(
  url: string,
  method: string,
  params: readonly unknown[] | object,
) {
  // Not fetch, which takes twice as long.
  const { body } = await request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return Object(await body.json());
}

/** Asks a node: its result, or its answer with an error. */
export const forwardTo =
  (url: string) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await answerOf(url, method, params);
    return "result" in answer ? answer.result : answer;
  };
