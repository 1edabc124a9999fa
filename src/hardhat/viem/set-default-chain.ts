import type {
  HardhatViemHelpers,
  PublicClient,
  SendTransactionConfig,
} from "@nomicfoundation/hardhat-viem/types";
import type { Chain } from "viem";
import {
  contractClients,
  contractWallets,
  deploymentClients,
  type Wallets,
} from "./contract-clients.ts";
import { withPluginErrors } from "./plugin-errors.ts";

/**
 * Makes a chain the default of the clients and contracts of a connection's
 * `viem`, and unwraps the errors of plugins that they throw. hardhat-viem would
 * use the first chain of viem with the chain id of the node, and creates its own
 * clients for contracts.
 *
 * The helpers are changed in place, since other plugins may already hold or have
 * extended them.
 *
 * @param prove runs before a wallet client is made, which may sign without a request.
 * Contracts and deployments are not delayed: they send what they sign.
 */
export function setDefaultChain(
  viem: HardhatViemHelpers,
  chain: Chain,
  prove: () => Promise<void>,
): void {
  const original = { ...viem };

  function withChain<T extends { chain?: Chain | undefined }>(config?: T) {
    return { ...config, chain: config?.chain ?? chain };
  }

  async function withClients<T extends SendTransactionConfig>(config?: T) {
    return { ...config, client: await deploymentClients(viem, config?.client) };
  }

  const wallets: Wallets = {
    getWalletClients: async (config) =>
      (await original.getWalletClients(withChain(config))).map(
        withPluginErrors,
      ),
    getWalletClient: async (address, config) =>
      withPluginErrors(
        await original.getWalletClient(address, withChain(config)),
      ),
  };

  contractWallets.set(viem, wallets);
  Object.assign(viem, {
    getPublicClient: async (config) =>
      withPluginErrors(
        withDeploylessMulticall(
          await original.getPublicClient(withChain(config)),
        ),
      ),
    getWalletClients: async (config) => {
      await prove();
      return await wallets.getWalletClients(config);
    },
    getWalletClient: async (address, config) => {
      await prove();
      return await wallets.getWalletClient(address, config);
    },
    getTestClient: async (config) =>
      withPluginErrors(await original.getTestClient(withChain(config))),
    deployContract: async (name, args, config) =>
      await original.deployContract(name, args, await withClients(config)),
    sendDeploymentTransaction: async (name, args, config) =>
      await original.sendDeploymentTransaction(
        name,
        args,
        await withClients(config),
      ),
    getContractAt: async (name, address, config) =>
      await original.getContractAt(name, address, {
        ...config,
        client: await contractClients(viem, config?.client),
      }),
  } satisfies HardhatViemHelpers);
}

/**
 * Makes `multicall` deployless by default if the chain has no multicall3 contract,
 * since it would fail otherwise.
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
