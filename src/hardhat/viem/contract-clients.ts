import type {
  HardhatViemHelpers,
  KeyedClient,
  WalletClient,
} from "@nomicfoundation/hardhat-viem/types";
import type { ChainType } from "hardhat/types/network";

const NO_ACCOUNT = "0x0000000000000000000000000000000000000000";

/**
 * The clients of a contract instance: those given, else the connection's own.
 * Where the connection has no account, the wallet client has none either: it
 * can simulate, and send what an account given to the call signs.
 */
export async function contractClients(
  viem: HardhatViemHelpers,
  given?: KeyedClient,
): Promise<Required<KeyedClient>> {
  const [publicClient, wallet] = await Promise.all([
    given?.public ?? viem.getPublicClient(),
    given?.wallet ?? firstWallet(viem),
  ]);
  return {
    public: publicClient,
    // The config goes over the address.
    wallet:
      wallet ??
      (await viem.getWalletClient(NO_ACCOUNT, { account: undefined })),
  };
}

/**
 * The clients that deploy a contract: those given, else the connection's own.
 * Without an account there is no wallet client, which is for hardhat-viem to
 * say.
 */
export async function deploymentClients(
  viem: HardhatViemHelpers,
  given?: KeyedClient,
): Promise<KeyedClient> {
  const [publicClient, wallet] = await Promise.all([
    given?.public ?? viem.getPublicClient(),
    given?.wallet ?? firstWallet(viem),
  ]);
  return { public: publicClient, ...(wallet === undefined ? {} : { wallet }) };
}

/** The wallet client of the first account; `undefined` where there is none. */
async function firstWallet(
  viem: HardhatViemHelpers,
): Promise<WalletClient | undefined> {
  const [wallet] = await viem.getWalletClients();
  return wallet;
}

/**
 * The helpers of a connection of any chain type as those of a generic one. Only
 * "op" differs, whose clients are generic ones with further actions.
 */
export function genericHelpers<ChainTypeT extends ChainType | string>(
  helpers: HardhatViemHelpers<ChainTypeT>,
): HardhatViemHelpers {
  return helpers as HardhatViemHelpers<
    ChainType | string
  > as HardhatViemHelpers;
}
