import type { DiscoverReport } from "../../src/discover/report.ts";
import { publishedAddress } from "../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../src/networks/definitions.ts";

/**
 * The Alpha network whose registry was discovered; `undefined` if it is none. A chain id
 * that another chain has, too, does not tell it, but the router does.
 */
export function knownNetwork({
  chainId,
  network,
  router,
}: DiscoverReport): AlphaNetworkName | undefined {
  if (network !== null) {
    return network;
  }
  return ALPHA_NETWORK_NAMES.find((name) => {
    const definition = NETWORK_DEFINITIONS[name];
    return (
      definition.values.chainId === chainId &&
      (definition.chainsWithSameId.length === 0 ||
        publishedAddress(definition, "router") === router)
    );
  });
}
