import type { HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../errors.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import { createAlphaNetwork } from "./create-alpha-network.ts";
import { hasKeystore } from "./has-keystore.ts";
import type { AlphaNetwork, AlphaRuntime } from "./types.ts";

/** `hre.alpha`. */
export function createAlphaRuntime(config: HardhatConfig): AlphaRuntime {
  const networks: { [N in AlphaNetworkName]?: AlphaNetwork<N> } = {};
  const names = ALPHA_NETWORK_NAMES.filter(
    (name) => config.alpha.networks[name] !== undefined,
  );
  for (const name of names) {
    addNetwork(name);
  }

  function addNetwork<N extends AlphaNetworkName>(name: N) {
    const resolved = config.alpha.networks[name];
    if (resolved !== undefined) {
      networks[name] = createAlphaNetwork(
        { ...resolved, name },
        hasKeystore(config),
        {},
      ) as (typeof networks)[N];
    }
  }

  return Object.freeze({
    networks: Object.freeze(networks),
    names: Object.freeze(names),
    network<N extends AlphaNetworkName>(name: N): AlphaNetwork<N> {
      // Untyped callers pass any text, the names of Object's methods included.
      const network: AlphaNetwork<N> | undefined = isAlphaNetworkName(name)
        ? networks[name]
        : undefined;
      if (network === undefined) {
        throw alphaError(
          `There is no Alpha network "${String(name)}" here. Switched on: ${names.join(", ") || "none"}.`,
        );
      }
      return network;
    },
  });
}
