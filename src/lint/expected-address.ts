import { isAddress } from "../config/checksum.ts";
import type { Address, NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { REGISTRY_V4 } from "../networks/registry-v4.ts";
import type { LintEntry } from "./types.ts";

/** Which address a field of an entry should have. */
export interface ExpectedAddress {
  /** `registry.Dispenser`, `portal.BFactory` */
  readonly path: string;
  /** `undefined` where nobody gives it. */
  readonly address: Address | undefined;
}

/**
 * The address that a field of an identified entry should have: the registry's
 * where the field repeats it, else the portal config's.
 */
export function expectedAddress(
  field: string,
  { network, expected, isOtherVersion }: LintEntry,
): ExpectedAddress | undefined {
  const definition = Object.hasOwn(expected, field)
    ? expected[field]
    : undefined;
  if (network === undefined || definition?.type !== "address") {
    return undefined;
  }
  const { name, registry, portal } = network.network;
  const key = registryKey(NETWORK_DEFINITIONS[name], definition.registry);
  if (key !== undefined) {
    return { path: `registry.${key}`, address: one(registry[key]) };
  }
  // The portal config's own addresses are those of its own version.
  return isOtherVersion
    ? undefined
    : { path: `portal.${field}`, address: one(portal[field]) };
}

/** The network's own key for what a portal field repeats. */
function registryKey(
  { registry }: NetworkDefinition,
  repeated: string | undefined,
): string | undefined {
  if (repeated === undefined || Object.hasOwn(registry, repeated)) {
    return repeated;
  }
  const role = Object.entries(REGISTRY_V4).find(
    ([key]) => key === repeated,
  )?.[1].role;
  return Object.entries(registry).find(([, entry]) => entry.role === role)?.[0];
}

function one(value: unknown): Address | undefined {
  return isAddress(value) ? value : undefined;
}
