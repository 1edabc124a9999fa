import { recordOf } from "../base/records.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import type { AlphaConfig, ResolvedAlphaNetwork } from "./types.ts";

/** A network of a project, whose values are not resolved yet. */
export interface ConfiguredNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
}

/**
 * The networks of a project, also disabled ones.
 *
 * @param alpha `alpha` in the user's config, which may be invalid
 */
export function declaredNetworks(
  _alpha: unknown,
): readonly ConfiguredNetwork[] {
  return ALPHA_NETWORK_NAMES.map((name) => ({
    name,
    definition: NETWORK_DEFINITIONS[name],
  }));
}

/**
 * The enabled networks of a project.
 *
 * @param alpha `alpha` in the user's config, which may be invalid
 */
export function configuredNetworks(
  alpha: unknown,
): readonly ConfiguredNetwork[] {
  const networks = recordOf(recordOf(alpha)["networks"]);
  return declaredNetworks(alpha).filter(({ name }) => networks[name] !== false);
}

type HasNetworks = Pick<AlphaConfig, "networks">;

/** The enabled networks of a resolved config, in their order. */
export function enabledNetworks({
  networks,
}: HasNetworks): readonly ResolvedAlphaNetwork[] {
  return Object.values(networks).filter((network) => network !== undefined);
}

/** The enabled network with a name, which JavaScript callers may pass anything as. */
export function enabledNetwork(
  { networks }: HasNetworks,
  name: unknown,
): ResolvedAlphaNetwork | undefined {
  return enabledNetworks({ networks }).find((network) => network.name === name);
}
