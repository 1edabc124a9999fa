import { withoutUndefined } from "../base/records.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
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
  { registry: keys, values, versions }: NetworkDefinition,
) {
  const addresses = Object.entries(keys).map(([key, { role }]) => [
    key,
    registry[role],
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
