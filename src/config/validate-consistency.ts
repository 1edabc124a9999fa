import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { recordOf } from "./narrow.ts";
import { hardhatNetworkName, sandboxNetworkName } from "./network-names.ts";
import type { AlphaUserConfig } from "./user-config.ts";

/**
 * Mistakes between values that are each well-formed: two names for one Hardhat
 * network, or one value given twice and differently.
 */
export function validateConsistency(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  return [
    ...repeatedNames(alpha),
    ...ALPHA_NETWORK_NAMES.flatMap((name) => contradictions(alpha, name)),
  ];
}

function repeatedNames(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  const owners = new Map<string, AlphaNetworkName>();
  return ALPHA_NETWORK_NAMES.filter(
    (network) => alpha.networks?.[network] !== false,
  ).flatMap((network) => {
    const names = [
      hardhatNetworkName(network, alpha),
      sandboxNetworkName(network, alpha),
    ];
    const taken = names.find((name) => owners.has(name));
    for (const name of names) {
      owners.set(name, owners.get(name) ?? network);
    }
    return taken === undefined
      ? []
      : [
          {
            path: ["alpha", "networks", network, "name"],
            message: `The Hardhat network "${taken}" is ${owners.get(taken)}'s already: give each network a name of its own`,
          },
        ];
  });
}

function contradictions(
  alpha: AlphaUserConfig,
  network: AlphaNetworkName,
): HardhatUserConfigValidationError[] {
  const user = recordOf(alpha.networks?.[network]);
  const portal = recordOf(user["portal"]);
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
  return Object.entries(definition.portal).flatMap(([field, definition]) => {
    if (!("from" in definition)) {
      return [];
    }
    const own = user[definition.from];
    const repeated = portal[field];
    return own === undefined || repeated === undefined || own === repeated
      ? []
      : [
          {
            path: ["alpha", "networks", network, "portal", field],
            message: `Contradicts alpha.networks.${network}.${definition.from}: give the value once`,
          },
        ];
  });
}
