import type { NetworkDefinition } from "./definition.ts";

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
