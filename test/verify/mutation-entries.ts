import type { Address } from "../../src/base/address.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import { registryOf, withAddresses } from "../support/with-addresses.ts";

/** One address that a network's data names. */
export interface Entry {
  /** `registry.ERC20Template[1]`, `tokens.euro`. */
  readonly id: string;
  /** The same on every network: `erc20Templates[1]`, `euro`. */
  readonly role: string;
  readonly address: Address;
  /** The network with another address in its place. */
  readonly replaced: (
    network: ResolvedAlphaNetwork,
    address: Address,
  ) => ResolvedAlphaNetwork;
}

/** A registry key that holds a list. */
export interface ListEntry {
  readonly key: string;
  readonly items: readonly Address[];
}

/** Every address of the registry and of the payment tokens. */
export function entriesOf(network: ResolvedAlphaNetwork): readonly Entry[] {
  return network.contracts.flatMap((contract): Entry[] => {
    const { kind, key, address } = contract;
    if (kind === "portal" || kind === "own") {
      return [];
    }
    if (address === undefined) {
      throw new Error(`${kind} ${key} is unset`);
    }
    if (kind === "token") {
      const replaced: Entry["replaced"] = (other, replacement) => {
        const token = { ...other.tokens[contract.key], address: replacement };
        return withAddresses(other, {}, { [key]: token });
      };
      return [{ id: `tokens.${key}`, role: key, address, replaced }];
    }
    const { role, index } = contract;
    const place = index === undefined ? "" : `[${index}]`;
    const replaced: Entry["replaced"] = (other, replacement) =>
      withAddresses(other, {
        [key]:
          index === undefined
            ? replacement
            : [registryOf(other)[key] ?? []].flat().with(index, replacement),
      });
    return [
      {
        id: `registry.${key}${place}`,
        role: `${role}${place}`,
        address,
        replaced,
      },
    ];
  });
}

/** Every list of the registry. */
export function listsOf(network: ResolvedAlphaNetwork): readonly ListEntry[] {
  return Object.entries(registryOf(network)).flatMap(([key, value]) =>
    value === undefined || typeof value === "string"
      ? []
      : [{ key, items: value }],
  );
}
