import type { Address } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/**
 * The address at a registry key, and at an index where the key holds a list.
 *
 * @throws HardhatPluginError on an unknown key, a wrong index, an unset value.
 */
export function lookUpAddress(
  network: ResolvedAlphaNetwork,
  definition: NetworkDefinition,
  key: string,
  index: number | undefined,
): Address {
  const rule = Object.hasOwn(definition.registry, key)
    ? definition.registry[key]
    : undefined;
  if (rule === undefined) {
    throw alphaError(
      `The registry of ${network.name} has no key "${String(key)}". Its keys: ${Object.keys(definition.registry).join(", ")}.`,
    );
  }
  const value = network.registry[key];
  if (value === undefined) {
    throw alphaError(unsetMessage(network.name, `registry.${key}`));
  }
  if (typeof value === "string") {
    if (index !== undefined) {
      throw alphaError(
        `${key} of ${network.name} is one address, not a list: leave out the index ${index}.`,
      );
    }
    return value;
  }
  // Untyped callers may pass the name of an array's property.
  const address = typeof index === "number" ? value[index] : undefined;
  if (address === undefined) {
    throw alphaError(
      `${key} of ${network.name} is a list of ${value.length}: give an index from 0 to ${value.length - 1}${index === undefined ? "" : `, not ${index}`}.`,
    );
  }
  return address;
}

/** What to say when a value is needed that nobody gives. */
export function unsetMessage(network: AlphaNetworkName, path: string): string {
  return `${path} of ${network} is unset: no source gives it. Set alpha.networks.${network}.${path} in the Hardhat config.`;
}

const OPTIONAL = new Set([
  "tokens.euro.symbol",
  "tokens.euro.decimals",
  "tokens.alpha.symbol",
  "tokens.alpha.decimals",
]);

/**
 * The paths of a network's values that nobody gives, as far as it is known
 * without reading a variable. What a token's contract tells is not missed.
 */
export function unsetPaths(
  network: ResolvedAlphaNetwork,
  hasKeystore: boolean,
): string[] {
  const values = [...network.origins]
    .filter(([path, { kind }]) => kind === "unset" && !OPTIONAL.has(path))
    .map(([path]) => path);
  const urls = [
    ["url", network.url] as const,
    ...Object.entries(network.services).map(
      ([field, url]) => [`portal.${field}`, url] as const,
    ),
  ];
  const unsetUrls = urls
    .filter(([, url]) => url.known(hasKeystore).kind === "unset")
    .map(([path]) => path);
  return [...values, ...unsetUrls];
}
