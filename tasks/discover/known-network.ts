import type { DiscoverReport } from "../../src/discover/report.ts";
import { publishedAddress } from "../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
  type ReferenceNetworkName,
} from "../../src/networks/definitions.ts";

/**
 * The reference's network whose registry was discovered; `undefined` if it is none. A chain id
 * that another chain has, too, does not tell it, but the router does.
 */
export function knownNetwork({
  chainId,
  network,
  router,
}: DiscoverReport): ReferenceNetworkName | undefined {
  if (network !== null) {
    return isAlphaNetworkName(network) ? network : undefined;
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
