import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { PORTAL_V4 } from "../networks/portal-v4.ts";
import { fieldOfOtherVersion } from "../portal/other-version.ts";
import type { KnownNetwork } from "./types.ts";

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/** The portal fields of all networks. */
export const ANY_PORTAL_SHAPE: PortalShape = Object.fromEntries(
  Object.values(NETWORK_DEFINITIONS).flatMap(({ portal }) =>
    Object.entries(portal),
  ),
);

/**
 * The fields that a network's entry should have: those of its portal config, or of
 * the version that its registry is of where the entry's own fields are of that.
 *
 * @param fields as the reference calls them
 */
export function portalShapeOf(
  { network }: KnownNetwork,
  fields: readonly string[],
): { readonly expected: PortalShape; readonly isOtherVersion: boolean } {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network.name];
  const isOtherVersion = fieldOfOtherVersion(definition, fields) !== undefined;
  return {
    expected: isOtherVersion ? PORTAL_V4 : definition.portal,
    isOtherVersion,
  };
}
