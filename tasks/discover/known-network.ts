import {
  type ConfiguredNetwork,
  REFERENCE_NETWORKS,
} from "../../src/config/configured-networks.ts";
import { contractOfRole } from "../../src/config/contracts.ts";
import { chainsWithSameId } from "../../src/config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import { publishedAddress } from "../../src/networks/definition.ts";

/**
 * The network whose registry was discovered: one of the project, or of the reference if the
 * project has disabled it; `undefined` if it is none. A chain id that another chain has, too,
 * does not tell it, but the router does.
 *
 * @param networks those of the project
 */
export function knownNetwork(
  { chainId, network, router }: DiscoverReport,
  networks: readonly ResolvedAlphaNetwork[],
): ConfiguredNetwork | undefined {
  if (network !== null) {
    return networkNamed(network, networks);
  }
  const configured = networks.find(
    (one) =>
      one.values.chainId === chainId &&
      (chainsWithSameId(one).length === 0 ||
        contractOfRole(one, "router")?.address === router),
  );
  return (
    configured ??
    REFERENCE_NETWORKS.find(
      ({ definition }) =>
        definition.values.chainId === chainId &&
        (definition.chainsWithSameId.length === 0 ||
          publishedAddress(definition, "router") === router),
    )
  );
}

/** The network with a name: one of the project, or of the reference. */
export function networkNamed(
  name: string | undefined,
  networks: readonly ResolvedAlphaNetwork[],
): ConfiguredNetwork | undefined {
  return [...networks, ...REFERENCE_NETWORKS].find(
    (network) => network.name === name,
  );
}
