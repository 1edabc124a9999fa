import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { Address, NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";

/** A network's router: where its address is configured, and the address. */
export interface RouterPlace {
  readonly path: string;
  readonly address: Address | undefined;
}

/** The registry's router of a network, which its own chain alone has. */
export function routerOf({
  name,
  registry,
}: Pick<ResolvedAlphaNetwork, "name" | "registry">): RouterPlace {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  const key =
    Object.entries(definition.registry).find(
      ([, { role }]) => role === "router",
    )?.[0] ?? "Router";
  const value = registry[key];
  return {
    path: `alpha.networks.${name}.registry.${key}`,
    address: typeof value === "string" ? value : undefined,
  };
}
