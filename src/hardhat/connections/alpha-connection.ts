import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Hex } from "../../base/hex.ts";
import { isSandbox, markedNetwork } from "../../config/hardhat-networks.ts";
import { hasKeystore } from "../../config/layered-url.ts";
import { reachConnection } from "../../connect/reachable.ts";
import { createAlphaNetwork } from "../alpha-network.ts";
import type { OpenContractArguments } from "../contracts/open-contract.ts";
import type { WaitParameters } from "../transactions/wait-limits.ts";
import type { StatusParameters, VerifyParameters } from "../types.ts";
import { chainOfNetwork } from "../viem/chain-of-network.ts";
import type { AlphaConnection } from "./types.ts";

/**
 * Creates `connection.alpha` for the Alpha network that the Hardhat network
 * names in `alphaNetwork`; `undefined` if it names none. The chain id decides
 * nothing, since other chains may have the same one.
 */
export function createAlphaConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): AlphaConnection | undefined {
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (network === undefined) {
    return undefined;
  }
  const view: unknown = createAlphaNetwork(network, hasKeystore(config), {
    sandbox: isSandbox(networkConfig),
    chain: chainOfNetwork(network, networkConfig.chainId),
    contract: async (...parameters: OpenContractArguments) => {
      const { openContract } = await import("../contracts/open-contract.ts");
      return await openContract(config, connection, network, parameters);
    },
    verify: async (parameters: VerifyParameters = {}) => {
      const { verifyNetworks } = await import(
        "../../verify/verify-networks.ts"
      );
      const { reachable, selection } = reachConnection(config, connection);
      return await verifyNetworks(reachable, selection, parameters);
    },
    status: async (parameters: StatusParameters = {}) => {
      const { statusOfNetworks } = await import(
        "../../status/status-of-networks.ts"
      );
      const { reachable, selection } = reachConnection(config, connection);
      return await statusOfNetworks(reachable, selection, parameters);
    },
    fund: async (account: unknown, amounts: unknown) => {
      const { fundAccount } = await import("../fund/fund-account.ts");
      await fundAccount(connection, network, account, amounts);
    },
    waitForTransaction: async (hash: Hex, parameters: WaitParameters = {}) => {
      const { waitForTransaction } = await import(
        "../transactions/wait-for-transaction.ts"
      );
      return await waitForTransaction(connection, network, hash, parameters);
    },
  });
  // TypeScript cannot tell which member of the union it is: only `name` does.
  return view as AlphaConnection;
}
