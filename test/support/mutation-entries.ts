import type { Address } from "../../src/base/address.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { NetworkDefinition } from "../../src/networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";

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
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network.name];
  return [
    ...Object.entries(definition.registry).flatMap(([key, { role }]) => {
      const value = network.registry[key];
      if (value === undefined) {
        throw new Error(`registry.${key} is unset`);
      }
      return typeof value === "string"
        ? [
            {
              id: `registry.${key}`,
              role,
              address: value,
              replaced: replacingKey(key, (_, address) => address),
            },
          ]
        : value.map((address, index) => ({
            id: `registry.${key}[${index}]`,
            role: `${role}[${index}]`,
            address,
            replaced: replacingKey(key, (items, other) =>
              items.with(index, other),
            ),
          }));
    }),
    ...(["euro", "alpha"] as const).map((kind): Entry => {
      const { address } = network.tokens[kind];
      if (address === undefined) {
        throw new Error(`tokens.${kind} is unset`);
      }
      return {
        id: `tokens.${kind}`,
        role: kind,
        address,
        replaced: (other, replacement) => ({
          ...other,
          tokens: {
            ...other.tokens,
            [kind]: { ...other.tokens[kind], address: replacement },
          },
        }),
      };
    }),
  ];
}

/** Every list of the registry. */
export function listsOf(network: ResolvedAlphaNetwork): readonly ListEntry[] {
  return Object.entries(network.registry).flatMap(([key, value]) =>
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
  return { ...network, registry: { ...network.registry, [key]: items } };
}

function replacingKey(
  key: string,
  change: (
    items: readonly Address[],
    address: Address,
  ) => Address | readonly Address[],
): Entry["replaced"] {
  return (network, address) => {
    const value = network.registry[key] ?? [];
    return {
      ...network,
      registry: {
        ...network.registry,
        [key]: change(typeof value === "string" ? [value] : value, address),
      },
    };
  };
}
