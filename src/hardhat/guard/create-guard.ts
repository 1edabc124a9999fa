import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { isFork, markedNetwork } from "../../config/network-marks.ts";

/**
 * Lets a request pass, or refuses it.
 *
 * @throws HardhatPluginError if it is to sign a transaction and the connection's
 * chain is not proven to be the one that is meant.
 */
export type Guard = <ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  method: string,
) => Promise<void>;

/**
 * A guard that proves a connection's chain before its first transaction, once:
 * transactions that come meanwhile wait for the same proof. A refusal is not
 * kept, since the node may answer, or be mended, by the next transaction.
 */
export function createGuard(): Guard {
  const proofs = new WeakMap<object, Promise<void>>();
  return async (config, connection, method) => {
    if (
      !isSigningMethod(method) ||
      !isGuarded(config, connection.networkConfig)
    ) {
      return;
    }
    let proof = proofs.get(connection);
    if (proof === undefined) {
      proof = import("./prove-connection.ts").then(({ proveConnection }) =>
        proveConnection(config, connection),
      );
      proofs.set(connection, proof);
      proof.catch(() => proofs.delete(connection));
    }
    await proof;
  };
}

/**
 * Whether transactions on a Hardhat network wait for the proof of its chain: on
 * live nodes and forks of an Alpha network whose guard is on. Any other simulated
 * chain is the process's own, and its transactions stay there.
 */
function isGuarded(
  config: Pick<HardhatConfig, "alpha">,
  networkConfig: NetworkConfig,
): boolean {
  return (
    markedNetwork(config, networkConfig)?.guard === true &&
    (networkConfig.type === "http" || isFork(networkConfig))
  );
}

/**
 * What has a transaction, or a set of calls, signed or sent: `eth_sendTransaction`
 * and its variants (`…Sync`, `…Conditional`, private ones, bundles), geth's and
 * clef's `personal_` and `account_` ones, `wallet_sendCalls`, EIP-7702's
 * authorizations. Clients add to them, so a name too many is better than one too
 * few: it costs one proof.
 */
const SIGNING =
  /_(?:send|resend|submit|post|sign\w*(?:Transaction|Authorization|UserOperation))/i;

/** Whether a JSON-RPC method may bring a signed transaction into the world. */
export function isSigningMethod(method: string): boolean {
  return SIGNING.test(method);
}
