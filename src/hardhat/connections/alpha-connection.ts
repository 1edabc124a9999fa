import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Hex } from "../../base/hex.ts";
import { isSandbox, markedNetwork } from "../../config/hardhat-networks.ts";
import { hasKeystore } from "../../config/layered-url.ts";
import { sandboxTokens } from "../../config/resolve-values.ts";
import type { TokenKind } from "../../config/types.ts";
import { reachConnection } from "../../connect/select-networks.ts";
import { createAlphaNetwork } from "../alpha-network.ts";
import type { OpenContractArguments } from "../contracts/open-contract.ts";
import { createReports } from "../create-reports.ts";
import type { ForkTokens } from "../forks/start-fork.ts";
import type { WaitParameters } from "../transactions/wait-limits.ts";
import { chainOfNetwork } from "../viem/chain-of-network.ts";
import type { AlphaConnection } from "./types.ts";

/**
 * Creates `connection.alpha` for the Alpha network that the Hardhat network
 * names in `alphaNetwork`; `undefined` if it names none. The chain id decides
 * nothing, since other chains may have the same one.
 *
 * @param forkTokens The payment tokens that were read from a fork.
 */
export function createAlphaConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  forkTokens: ForkTokens,
): AlphaConnection | undefined {
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (network === undefined) {
    return undefined;
  }
  const sandbox = isSandbox(networkConfig);
  const placed = sandbox ? sandboxTokens(network, config.alpha.sandbox) : {};
  const tokens = { ...network.tokens, ...placed, ...forkTokens };
  const shown = { ...network, tokens };
  const view: unknown = createAlphaNetwork(shown, hasKeystore(config), {
    sandbox,
    chain: chainOfNetwork(network, networkConfig.chainId),
    contract: async (...parameters: OpenContractArguments) => {
      const { openContract } = await import("../contracts/open-contract.ts");
      return await openContract(config, connection, network, parameters);
    },
    readToken: async (kind: TokenKind) => {
      const { readToken } = await import("../contracts/read-token.ts");
      return await readToken(config, connection, network, kind);
    },
    ...createReports(() => reachConnection(config, connection)),
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
