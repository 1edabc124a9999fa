import { type NetworkDefinition, registryKeyOf } from "./definition.ts";

import { DEVNET } from "./devnet.ts";
import { TESTNET } from "./testnet.ts";
import { THIRD } from "./third.ts";

/** The networks of the reference, in its order. */
export const NETWORK_DEFINITIONS = {
  devnet: DEVNET,
  testnet: TESTNET,
  third: THIRD,
} as const satisfies Record<string, NetworkDefinition>;

/** The name of a network in this project. */
export type AlphaNetworkName = keyof typeof NETWORK_DEFINITIONS;

/** Whether a text is one of {@link AlphaNetworkName}. */
export function isAlphaNetworkName(name: unknown): name is AlphaNetworkName {
  return typeof name === "string" && Object.hasOwn(NETWORK_DEFINITIONS, name);
}

/** All names, in the reference's order. */
export const ALPHA_NETWORK_NAMES: readonly AlphaNetworkName[] =
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
