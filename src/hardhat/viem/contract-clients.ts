import type {
  HardhatViemHelpers,
  KeyedClient,
} from "@nomicfoundation/hardhat-viem/types";
import type { ChainType } from "hardhat/types/network";

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

export type Wallets = Pick<
  HardhatViemHelpers,
  "getWalletClient" | "getWalletClients"
>;

/** How wallet clients of contracts are made, which only sign what they send. */
export const contractWallets = new WeakMap<HardhatViemHelpers, Wallets>();

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
export async function deploymentClients(
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
