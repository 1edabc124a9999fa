import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";

import { isGuarded } from "./is-guarded.ts";
import { isSigningMethod } from "./is-signing-method.ts";

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
