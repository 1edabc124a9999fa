import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { isFork, markedNetwork } from "../../config/hardhat-networks.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";

/** Protects the transactions of connections. */
export interface Guard {
  /**
   * Checks a connection's chain before a request that signs or sends a transaction.
   *
   * @throws HardhatPluginError if the chain is not confirmed to be the one of the
   * Alpha network.
   */
  check<ChainTypeT extends ChainType | string>(
    config: HardhatConfig,
    connection: NetworkConnection<ChainTypeT>,
    method: string,
  ): Promise<void>;
  /** Checks a connection again: a node that was away may be another one. */
  forget(connection: object): void;
}

/**
 * Creates a guard that checks each connection once, before its first transaction;
 * concurrent transactions share that check. A failed check is repeated for the
 * next transaction, since the node may be back or corrected by then.
 */
export function createGuard(): Guard {
  const checks = new WeakMap<object, Promise<void>>();
  return {
    check: async (config, connection, method) => {
      const network = isSigningMethod(method)
        ? guardedNetwork(config, connection.networkConfig)
        : undefined;
      if (network === undefined) {
        return;
      }
      let check = checks.get(connection);
      if (check === undefined) {
        check = import("./check-connection.ts").then(({ checkConnection }) =>
          checkConnection(network, connection),
        );
        checks.set(connection, check);
        check.catch(() => checks.delete(connection));
      }
      await check;
    },
    forget: (connection) => {
      checks.delete(connection);
    },
  };
}

/**
 * The network that the guard protects on a Hardhat network: on live nodes and forks of
 * an Alpha network, unless it is disabled. Transactions on any other simulated chain
 * are not valid outside of the process.
 */
function guardedNetwork(
  config: Pick<HardhatConfig, "alpha">,
  networkConfig: NetworkConfig,
): ResolvedAlphaNetwork | undefined {
  const network = markedNetwork(config, networkConfig);
  return network?.guard === true &&
    (networkConfig.type === "http" || isFork(networkConfig))
    ? network
    : undefined;
}

/**
 * Matches the methods that sign or send transactions or calls:
 * `eth_sendTransaction` and its variants (`…Sync`, `…Conditional`, private ones,
 * bundles), the `personal_` and `account_` methods of geth and clef,
 * `wallet_sendCalls`, and EIP-7702's authorizations. Clients keep adding some, so
 * it is wide: a match that does not sign only costs one check.
 */
const SIGNING =
  /_(?:send|resend|submit|post|sign\w*(?:Transaction|Authorization|UserOperation))/i;

/** Whether a JSON-RPC method may sign or send a transaction. */
export function isSigningMethod(method: string): boolean {
  return SIGNING.test(method);
}
