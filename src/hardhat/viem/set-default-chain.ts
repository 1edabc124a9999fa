import type {
  HardhatViemHelpers,
  KeyedClient,
  PublicClient,
  SendTransactionConfig,
} from "@nomicfoundation/hardhat-viem/types";
import { HardhatPluginError } from "hardhat/plugins";
import type { ChainType } from "hardhat/types/network";
import type { Chain } from "viem";

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

/** viem wraps errors about three times; the limit ends cyclic causes. */
const MAX_CAUSES = 20;

/**
 * Makes the actions of a client throw the errors of Hardhat and of plugins, such as
 * those of the guard, without viem's wrappers. Hardhat's CLI would report those as
 * unexpected errors.
 */
function withPluginErrors<T extends object>(client: T): T {
  for (const [name, action] of Object.entries(client)) {
    if (typeof action === "function") {
      Object.assign(client, {
        [name]: (...args: unknown[]) => {
          const result = action(...args);
          return result instanceof Promise ? result.catch(unwrap) : result;
        },
      });
    }
  }
  return client;
}

function unwrap(error: unknown): never {
  let inner = error;
  for (let depth = 0; inner instanceof Error && depth < MAX_CAUSES; depth++) {
    if (isPluginError(inner)) {
      throw inner;
    }
    inner = inner.cause;
  }
  throw error;
}

/**
 * Returns whether Hardhat or a plugin raised an error. Hardhat does not export
 * HardhatError.
 */
export function isPluginError(error: Error): boolean {
  return (
    HardhatPluginError.isHardhatPluginError(error) ||
    error.name === "HardhatError"
  );
}

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

type Wallets = Pick<HardhatViemHelpers, "getWalletClient" | "getWalletClients">;

/** How wallet clients of contracts are made, which only sign what they send. */
const contractWallets = new WeakMap<HardhatViemHelpers, Wallets>();

/**
 * The clients of a contract instance: those of the caller, or of the connection.
 * If the connection has no account, the wallet client has none either: it can
 * simulate, and send transactions whose account is passed to the call.
 */
export async function contractClients(
  viem: HardhatViemHelpers,
  clients?: KeyedClient,
): Promise<Required<KeyedClient>> {
  const { public: client, wallet } = await deploymentClients(viem, clients);
  const wallets = contractWallets.get(viem) ?? viem;
  // The address is required, but the account in the config overrides it.
  const withoutAccount = () =>
    wallets.getWalletClient(ZERO_ADDRESS, { account: undefined });
  return { public: client, wallet: wallet ?? (await withoutAccount()) };
}

/**
 * The clients that deploy a contract: those of the caller, or of the connection.
 * If the connection has no account, there is no wallet client, so that
 * hardhat-viem reports it.
 */
async function deploymentClients(
  viem: HardhatViemHelpers,
  clients?: KeyedClient,
): Promise<KeyedClient & Required<Pick<KeyedClient, "public">>> {
  const wallets = contractWallets.get(viem) ?? viem;
  const [client, [wallet]] = await Promise.all([
    clients?.public ?? viem.getPublicClient(),
    clients?.wallet ? [clients.wallet] : wallets.getWalletClients(),
  ]);
  return { public: client, ...(wallet && { wallet }) };
}

/**
 * Casts the helpers of any chain type to generic ones. Only those of "op" differ:
 * its clients are generic ones with more actions.
 */
export function genericHelpers<ChainTypeT extends ChainType | string>(
  helpers: HardhatViemHelpers<ChainTypeT>,
): HardhatViemHelpers {
  return helpers as HardhatViemHelpers<
    ChainType | string
  > as HardhatViemHelpers;
}
