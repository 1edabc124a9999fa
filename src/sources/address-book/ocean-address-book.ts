import type { Address } from "../../base/address.ts";
import {
  contractOfRole,
  ownAddresses,
  registryEntries,
} from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  type ContractRole,
  publishedAddress,
} from "../../networks/definition.ts";
import { CONTRACT_NAMES } from "./names.ts";

/** The value of one network in an Ocean `address.json`. */
export type OceanAddressBookEntry = Readonly<
  Record<string, number | Address | Readonly<Record<string, Address>>>
>;

/** One network of an Ocean `address.json`. */
export interface OceanAddressBook {
  /** The network's key in the file. */
  readonly key: string;
  /** The key of the same entry that ocean.js reads, if that is another one. */
  readonly oceanJsKey?: string | undefined;
  readonly entry: OceanAddressBookEntry;
  /** The registry keys that are not set, and so missing in the entry. */
  readonly unset: readonly string[];
}

/**
 * A network's registry as clients of the Ocean stack read it: with their names of
 * keys, and lists as objects by on-chain template index, from 1.
 *
 * @param startBlock the first block with the registry's contracts. The start block of
 * the third network's portal configuration is that of another contract set.
 */
export function oceanAddressBook(
  network: ResolvedAlphaNetwork,
  {
    startBlock,
    chainId = network.values.chainId,
    own = ownAddresses(network),
  }: {
    readonly startBlock: number;
    readonly chainId?: number;
    /** The project's own contracts, which a sandbox need not have. */
    readonly own?: Readonly<Record<string, Address>>;
  },
): OceanAddressBook {
  const registry = registryEntries(network);
  const { addressBook } = network.definition;
  return {
    key: addressBook?.key ?? network.name,
    oceanJsKey: addressBook?.oceanJsKey,
    entry: {
      chainId,
      ...namedContracts(registry.map(({ role, value }) => [role, value])),
      ...own,
      startBlock,
    },
    unset: registry.filter(({ value }) => !value).map(({ key }) => key),
  };
}

/** Contracts under the names of an address book; lists by on-chain index, from 1. */
export function namedContracts(
  registry: readonly (readonly [
    ContractRole,
    Address | readonly Address[] | undefined,
  ])[],
): Readonly<Record<string, Address | Readonly<Record<string, Address>>>> {
  const named: Record<string, Address | Record<string, Address>> = {};
  for (const [role, value] of registry) {
    if (value !== undefined) {
      named[CONTRACT_NAMES[role]] =
        typeof value === "string"
          ? value
          : Object.fromEntries(value.map((item, at) => [`${at + 1}`, item]));
    }
  }
  return named;
}

/**
 * The first block with a registry's contracts: the published one if router and start
 * block have their published values, or else the network's start block.
 */
export function addressBookStartBlock(network: ResolvedAlphaNetwork): number {
  const { definition, values } = network;
  const { startBlock } = values;
  const isPublished =
    startBlock === definition.values.startBlock &&
    contractOfRole(network, "router")?.address ===
      publishedAddress(definition, "router");
  if (isPublished) {
    return definition.addressBook?.startBlock ?? startBlock;
  }
  return startBlock;
}

/** The name of a local chain in clients of the Ocean stack. */
export const LOCAL_KEY = "development";

/**
 * The entries of an address file for served sandboxes. Each is there under every key
 * that clients read; the first sandbox is also the local chain.
 */
export function addressBookEntries(
  books: readonly OceanAddressBook[],
): Readonly<Record<string, OceanAddressBook["entry"]>> {
  const entries: Record<string, OceanAddressBook["entry"]> = {};
  for (const { key, oceanJsKey = key, entry } of books) {
    // A network may have several sandboxes.
    entries[key] ??= entry;
    entries[oceanJsKey] ??= entry;
  }
  const [first] = books;
  if (first === undefined) {
    return entries;
  }
  return { ...entries, [LOCAL_KEY]: first.entry };
}
