import type {
  HardhatViemHelpers,
  PublicClient,
  SendTransactionConfig,
} from "@nomicfoundation/hardhat-viem/types";
import type { Chain } from "viem";
import { contractClients, deploymentClients } from "./contract-clients.ts";
import { withPluginErrors } from "./plugin-errors.ts";

/**
 * Makes the clients and contracts of a connection's `viem` carry a chain, unless
 * the caller gives one, and lets plugins' errors leave them as they are.
 * hardhat-viem takes the first of viem's chains that has the node's chain id, and
 * for contracts it uses clients of its own making.
 *
 * Changes the helpers in place: other plugins may hold them already, and what
 * they added to them stays.
 */
export function carryChain(viem: HardhatViemHelpers, chain: Chain): void {
  const plain = { ...viem };

  function withChain<T extends { chain?: Chain | undefined }>(config?: T) {
    return { ...config, chain: config?.chain ?? chain };
  }

  async function deploying<T extends SendTransactionConfig>(config?: T) {
    return { ...config, client: await deploymentClients(viem, config?.client) };
  }

  Object.assign(viem, {
    getPublicClient: async (config) =>
      withPluginErrors(
        withDeploylessMulticall(await plain.getPublicClient(withChain(config))),
      ),
    getWalletClients: async (config) =>
      (await plain.getWalletClients(withChain(config))).map(withPluginErrors),
    getWalletClient: async (address, config) =>
      withPluginErrors(await plain.getWalletClient(address, withChain(config))),
    getTestClient: async (config) =>
      withPluginErrors(await plain.getTestClient(withChain(config))),
    deployContract: async (name, args, config) =>
      await plain.deployContract(name, args, await deploying(config)),
    sendDeploymentTransaction: async (name, args, config) =>
      await plain.sendDeploymentTransaction(
        name,
        args,
        await deploying(config),
      ),
    getContractAt: async (name, address, config) =>
      await plain.getContractAt(name, address, {
        ...config,
        client: await contractClients(viem, config?.client),
      }),
  } satisfies HardhatViemHelpers);
}

/**
 * Lets `multicall` of a client whose chain has no multicall3 contract send the
 * contract's code along, in place of failing. What the caller says wins.
 */
function withDeploylessMulticall(client: PublicClient): PublicClient {
  const { multicall } = client;
  if (client.chain.contracts?.multicall3 === undefined) {
    Object.assign(client, {
      multicall: (parameters: Parameters<typeof multicall>[0]) =>
        multicall({ deployless: true, ...parameters }),
    });
  }
  return client;
}
