import type { PublicClient } from "@nomicfoundation/hardhat-viem/types";

/**
 * Lets `multicall` of a client whose chain has no multicall3 contract send the
 * contract's code along, in place of failing. What the caller says wins.
 */
export function withDeploylessMulticall(client: PublicClient): PublicClient {
  const { multicall } = client;
  if (client.chain.contracts?.multicall3 === undefined) {
    Object.assign(client, {
      multicall: (parameters: Parameters<typeof multicall>[0]) =>
        multicall({ deployless: true, ...parameters }),
    });
  }
  return client;
}
