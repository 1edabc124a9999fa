import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { Address, NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import publicNetworks from "../networks/preset/public-networks.json" with {
  type: "json",
};
import { CONTRACT_NAMES } from "./contract-names.ts";

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
  { name, values, registry }: ResolvedAlphaNetwork,
  {
    startBlock,
    chainId = values.chainId,
  }: { readonly startBlock: number; readonly chainId?: number },
): OceanAddressBook {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  const contracts: [string, Address | Record<string, Address>][] = [];
  const unset: string[] = [];
  for (const [key, { role }] of Object.entries(definition.registry)) {
    const value = registry[key];
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
