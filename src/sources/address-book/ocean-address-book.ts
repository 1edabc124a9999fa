import type { Address } from "../../base/address.ts";
import { contractOfRole, registryEntries } from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { registryKeyOf } from "../../networks/definition.ts";
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
    key: network.definition.addressBook?.key ?? network.name,
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
 * The block from which on a registry's contracts exist: that of the published
 * registry while router and start block are the published ones, whoever repeats
 * them, else the network's start block.
 */
export function addressBookStartBlock(network: ResolvedAlphaNetwork): number {
  const { definition, values } = network;
  const { startBlock } = values;
  const key = registryKeyOf(definition, "router") ?? "";
  const isPublished =
    startBlock === definition.values.startBlock &&
    contractOfRole(network, "router")?.address ===
      definition.preset.registry?.[key];
  return isPublished
    ? (definition.addressBook?.startBlock ?? startBlock)
    : startBlock;
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
