import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import { frozenView, orUnset, Unreadable } from "./frozen-view.ts";

/**
 * The fields of a network's portal config that can be told without waiting.
 *
 * @param hasKeystore whether a plugin is loaded that may give configuration
 * variables
 */
export function portalView(
  network: ResolvedAlphaNetwork,
  definition: NetworkDefinition,
  hasKeystore: boolean,
): Readonly<Record<string, unknown>> {
  return frozenView(
    Object.fromEntries(
      Object.entries(definition.portal).map(([field, { type }]) => [
        field,
        type === "url"
          ? urlOf(network, field, hasKeystore)
          : orUnset(network, `portal.${field}`, network.portal[field]),
      ]),
    ),
  );
}

function urlOf(
  network: ResolvedAlphaNetwork,
  field: string,
  hasKeystore: boolean,
): string | Unreadable {
  const path = `portal.${field}`;
  const known = network.services[field]?.known(hasKeystore);
  switch (known?.kind) {
    case "literal":
      return known.value;
    case "variable":
      return new Unreadable(
        `${path} of ${network.name} may come from a configuration variable, which is read asynchronously: use "await portalConfig()".`,
      );
    case "invalid":
      return new Unreadable(known.message);
    default:
      return orUnset<string>(network, path, undefined);
  }
}
