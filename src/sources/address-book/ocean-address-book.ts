import type { Address } from "../../base/address.ts";
import { contractOfRole, registryEntries } from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import publicNetworks from "../../networks/preset/public-networks.json" with {
  type: "json",
};
import { PRESET } from "../../networks/preset.ts";
import { CONTRACT_NAMES } from "./names.ts";

/** One network's value in an Ocean `address.json`. */
export type OceanAddressBookEntry = Readonly<
  Record<string, number | Address | Readonly<Record<string, Address>>>
>;

/** One network of an Ocean `address.json`. */
export interface OceanAddressBook {
  /** The network's key in the file. */
  readonly key: string;
  readonly entry: OceanAddressBookEntry;
  /** The registry keys that nobody gives, so that the entry lacks them. */
  readonly unset: readonly string[];
}

/**
 * Keys of networks that `@oceanprotocol/contracts` has no entry of, so that no
 * client looks for one: formed as its sibling's, `pontus-x-devnet`.
 */
const OWN_KEYS: Partial<Readonly<Record<AlphaNetworkName, string>>> = {
  testnet: "pontus-x-testnet",
};

/**
 * A network's registry as clients of the Ocean stack read it: their key names,
 * and lists as objects by the on-chain template index, from 1. The network's
 * portal config has no part in it.
 *
 * @param startBlock the block from which on the registry's contracts exist; of
 * the third network's portal config it is that of another contract set
 */
export function oceanAddressBook(
  network: ResolvedAlphaNetwork,
  {
    startBlock,
    chainId = network.values.chainId,
  }: { readonly startBlock: number; readonly chainId?: number },
): OceanAddressBook {
  const { name } = network;
  const contracts: [string, Address | Record<string, Address>][] = [];
  const unset: string[] = [];
  for (const { key, role, value } of registryEntries(network)) {
    if (value === undefined) {
      unset.push(key);
    } else {
      contracts.push([
        CONTRACT_NAMES[role],
        typeof value === "string" ? value : byIndex(value),
      ]);
    }
  }
  return {
    key: publicNetworks.networks[name].addressBookKey ?? OWN_KEYS[name] ?? name,
    entry: { chainId, ...Object.fromEntries(contracts), startBlock },
    unset,
  };
}

function byIndex(list: readonly Address[]): Record<string, Address> {
  return Object.fromEntries(
    list.map((address, index) => [String(index + 1), address]),
  );
}

/**
 * Blocks that the address book of `@oceanprotocol/contracts` 2.6.0 has beside a
 * registry, where the portal config's is that of another contract set: the third
 * network's registry is v4, from its router's block on, its portal config v3.
 */
const REGISTRY_BLOCKS: Partial<Readonly<Record<AlphaNetworkName, number>>> = {
  third: 3_665_369,
};

/**
 * The block from which on a registry's contracts exist: that of the published
 * registry while router and start block are the published ones, whoever repeats
 * them, else the network's start block.
 */
export function addressBookStartBlock(network: ResolvedAlphaNetwork): number {
  const { name } = network;
  const { startBlock } = network.values;
  const router = contractOfRole(network, "router");
  const isPublished =
    startBlock === network.definition.values.startBlock &&
    router?.address === PRESET[name].registry["Router"];
  return (isPublished ? REGISTRY_BLOCKS[name] : undefined) ?? startBlock;
}

/** What clients of the Ocean stack look up for a chain on the own machine. */
const LOCAL_KEY = "development";

/**
 * The entries of an address file for the sandboxes that are served: each
 * network's under its own key, and the first one's as the local chain.
 */
export function addressBookEntries(
  books: readonly OceanAddressBook[],
): Readonly<Record<string, OceanAddressBook["entry"]>> {
  const entries: Record<string, OceanAddressBook["entry"]> = {};
  for (const { key, entry } of books) {
    // Two sandboxes may stand in for one network.
    entries[key] ??= entry;
  }
  const [first] = books;
  return first === undefined
    ? entries
    : { ...entries, [LOCAL_KEY]: first.entry };
}
