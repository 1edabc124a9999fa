import { type NetworkDefinition, registryKeyOf } from "./definition.ts";
import { DEVNET } from "./devnet.ts";
import type { OwnAlphaNetworks } from "./own-networks.ts";
import { TESTNET } from "./testnet.ts";
import { THIRD } from "./third.ts";

/** The networks of the reference, in its order. */
export const NETWORK_DEFINITIONS = {
  devnet: DEVNET,
  testnet: TESTNET,
  third: THIRD,
} as const satisfies Record<string, NetworkDefinition>;

type ReferenceDefinitions = typeof NETWORK_DEFINITIONS;

/** The name of a network of the reference. */
export type ReferenceNetworkName = keyof ReferenceDefinitions;

/** The definition of each network, as types. */
export type Definitions = ReferenceDefinitions & {
  readonly [N in keyof OwnAlphaNetworks]: ReferenceDefinitions[OwnAlphaNetworks[N] &
    ReferenceNetworkName];
};

/** The name of a network in this project. */
export type AlphaNetworkName = keyof Definitions;

/** Returns whether a text is one of {@link ReferenceNetworkName}. */
export function isAlphaNetworkName(
  name: unknown,
): name is ReferenceNetworkName {
  return typeof name === "string" && Object.hasOwn(NETWORK_DEFINITIONS, name);
}

/** The names of the reference's networks, in its order. */
export const ALPHA_NETWORK_NAMES: readonly ReferenceNetworkName[] =
  Object.keys(NETWORK_DEFINITIONS).filter(isAlphaNetworkName);

/**
 * The registry key of a network for the contract that a role, or a registry key of any
 * network, stands for.
 */
export function keyOfSameRole(
  definition: Pick<NetworkDefinition, "registry">,
  keyOrRole: string,
): string | undefined {
  const [, rule] =
    ALPHA_NETWORK_NAMES.flatMap((name) =>
      Object.entries(NETWORK_DEFINITIONS[name].registry),
    ).find(([key, { role }]) => key === keyOrRole || role === keyOrRole) ?? [];
  return rule === undefined ? undefined : registryKeyOf(definition, rule.role);
}
