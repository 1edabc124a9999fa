import type { Address, NetworkDefinition } from "../../networks/definition.ts";
import type { NetworkPreset } from "../../networks/preset.ts";
import { recordOf } from "../narrow.ts";
import type { ResolvedAlphaNetwork } from "../types.ts";
import { checksummed } from "./checksummed.ts";
import { type Layering, PRESET_ORIGIN } from "./layering.ts";

/** A network's registry: exactly the definition's keys, unset ones included. */
export async function resolveRegistry(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset | undefined,
): Promise<ResolvedAlphaNetwork["registry"]> {
  const given = recordOf(user["registry"]);
  const registry: Record<string, Address | readonly Address[] | undefined> = {};
  for (const key of Object.keys(definition.registry)) {
    const path = `registry.${key}`;
    const value = layering.pick<unknown>(
      path,
      given[key],
      layering.sourced(path),
      [preset?.registry[key], PRESET_ORIGIN],
    );
    registry[key] = Array.isArray(value)
      ? await addressList(value)
      : await checksummed(value);
  }
  return registry;
}

async function addressList(list: readonly unknown[]): Promise<Address[]> {
  const addresses = await Promise.all(list.map(checksummed));
  return addresses.filter((address) => address !== undefined);
}
