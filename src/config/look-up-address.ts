import { alphaError } from "../errors.ts";
import type { Address, NetworkDefinition } from "../networks/definition.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";
import { unsetMessage } from "./unset-message.ts";

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
