import type { Address } from "../base/address.ts";
import { withoutUndefined } from "../base/records.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import { ROLES } from "../sources/address-book/names.ts";
import {
  namedContracts,
  type OceanAddressBookEntry,
} from "../sources/address-book/ocean-address-book.ts";
import type { DiscoverReport } from "./report.ts";

/** A discovered registry as the entry of an `address.json`. */
export function registryEntry({
  chainId,
  registry,
  startBlock,
}: DiscoverReport): OceanAddressBookEntry {
  const first =
    startBlock.verdict === "found" ? Number(startBlock.block) : undefined;
  return withoutUndefined({
    chainId: chainId ?? undefined,
    ...namedContracts(ROLES.map((role) => [role, registry[role]])),
    startBlock: first,
  });
}

/** A discovered registry as values of `alpha.networks` in the Hardhat config. */
export interface RegistryConfig {
  /** Given if it is not that of the network. */
  readonly chainId?: number;
  readonly registry: Readonly<Record<string, Address | readonly Address[]>>;
  readonly startBlock?: number;
}

/** @param definition the network whose registry keys the config has */
export function registryConfig(
  { chainId, registry, startBlock }: DiscoverReport,
  definition: Pick<
    NetworkDefinition,
    "registry" | "values" | "versions" | "otherPortal"
  >,
): RegistryConfig {
  const { values, versions } = definition;
  // The start block of an older portal configuration is that of other contracts.
  const isOneContractSet = versions.registry === versions.portal;
  return {
    ...(chainId === null || chainId === values.chainId ? {} : { chainId }),
    registry: Object.fromEntries(
      Object.entries(definition.registry).flatMap(([key, { role }]) => {
        const value = registry[role];
        return value === undefined ? [] : [[key, value]];
      }),
    ),
    ...(startBlock.verdict === "found" && isOneContractSet
      ? { startBlock: Number(startBlock.block) }
      : {}),
  };
}
