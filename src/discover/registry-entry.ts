import { withoutUndefined } from "../base/records.ts";
import {
  type ConfiguredNetwork,
  REFERENCE_NETWORKS,
} from "../config/configured-networks.ts";
import { contractOfRole } from "../config/contracts.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import {
  type NetworkDefinition,
  publishedAddress,
} from "../networks/definition.ts";
import {
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { ROLES } from "../sources/address-book/names.ts";
import {
  namedContracts,
  type OceanAddressBookEntry,
} from "../sources/address-book/ocean-address-book.ts";
import type { DiscoveredStartBlock, DiscoverReport } from "./report.ts";

/** A discovered registry as the entry of an `address.json`. */
export function registryEntry({
  chainId,
  registry,
  startBlock,
}: DiscoverReport): OceanAddressBookEntry {
  return withoutUndefined({
    chainId: chainId ?? undefined,
    ...namedContracts(ROLES.map((role) => [role, registry[role]])),
    startBlock: numberOf(startBlock),
  });
}

/**
 * A discovered registry as values of `alpha.networks` in the Hardhat config, without the
 * chain id that the network has anyway.
 *
 * @param definition the network whose registry keys the config has
 */
export function registryConfig(
  { chainId, registry, startBlock }: DiscoverReport,
  { like, registry: keys, values, versions }: NetworkDefinition,
) {
  const all: NetworkDefinition["registry"] = isAlphaNetworkName(like)
    ? NETWORK_DEFINITIONS[like].registry
    : keys;
  const addresses = Object.entries(all).map(([key, { role }]) => [
    key,
    // That a network has no base token is not on the chain.
    Object.hasOwn(keys, key) ? registry[role] : null,
  ]);
  // The start block of an older portal configuration is that of other contracts.
  const isOneContractSet = versions.registry === versions.portal;
  const isKnownId = chainId === null || chainId === values.chainId;
  return withoutUndefined({
    chainId: isKnownId ? undefined : chainId,
    registry: withoutUndefined(Object.fromEntries(addresses)),
    startBlock: isOneContractSet ? numberOf(startBlock) : undefined,
  });
}

function numberOf(found: DiscoveredStartBlock): number | undefined {
  return found.verdict === "found" ? Number(found.block) : undefined;
}

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
