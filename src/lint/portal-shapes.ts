import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { PORTAL_V4 } from "../networks/portal-v4.ts";
import type { KnownNetwork } from "./types.ts";

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/** The portal fields of all networks. */
export const ANY_PORTAL_SHAPE: PortalShape = Object.fromEntries(
  Object.values(NETWORK_DEFINITIONS).flatMap(({ portal }) =>
    Object.entries(portal),
  ),
);

/**
 * The fields that a network's entry should have. Where the registry is of another
 * version than the portal config, portals may have moved on to that version: an
 * entry with fields of it, and none that only the network's own has, is one.
 */
export function portalShapeOf(
  { network }: KnownNetwork,
  fields: ReadonlySet<string>,
): { readonly expected: PortalShape; readonly isOtherVersion: boolean } {
  const { portal, versions }: NetworkDefinition =
    NETWORK_DEFINITIONS[network.name];
  const hasTwoVersions = versions.portal !== versions.registry;
  const isOtherVersion =
    hasTwoVersions &&
    [...fields].some(
      (field) => isContract(PORTAL_V4, field) && !Object.hasOwn(portal, field),
    ) &&
    ![...fields].some(
      (field) => isContract(portal, field) && !Object.hasOwn(PORTAL_V4, field),
    );
  return { expected: isOtherVersion ? PORTAL_V4 : portal, isOtherVersion };
}

function isContract(shape: PortalShape, field: string): boolean {
  return Object.hasOwn(shape, field) && shape[field]?.type === "address";
}
