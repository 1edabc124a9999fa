import type { Address } from "../../src/base/address.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import { registryOf, withAddresses } from "./with-addresses.ts";

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
    const { key, address } = contract;
    if (contract.kind === "portal" || contract.kind === "own") {
      return [];
    }
    if (address === undefined) {
      throw new Error(`${contract.kind} ${key} is unset`);
    }
    if (contract.kind === "token") {
      return [
        {
          id: `tokens.${key}`,
          role: key,
          address,
          replaced: (other, replacement) =>
            withAddresses(
              other,
              {},
              {
                [key]: { ...other.tokens[contract.key], address: replacement },
              },
            ),
        },
      ];
    }
    const { role, index } = contract;
    return [
      index === undefined
        ? {
            id: `registry.${key}`,
            role,
            address,
            replaced: (other, replacement) =>
              withAddresses(other, { [key]: replacement }),
          }
        : {
            id: `registry.${key}[${index}]`,
            role: `${role}[${index}]`,
            address,
            replaced: (other, replacement) =>
              withList(
                other,
                key,
                [registryOf(other)[key] ?? []].flat().with(index, replacement),
              ),
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

/** The network with another list under a key. */
export function withList(
  network: ResolvedAlphaNetwork,
  key: string,
  items: readonly Address[],
): ResolvedAlphaNetwork {
  return withAddresses(network, { [key]: items });
}
