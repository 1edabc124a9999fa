import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../networks/definition.ts";
import { PORTAL_V4 } from "../networks/portal-v4.ts";

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/**
 * The first of an entry's fields that tells it to be of the version that the
 * network's registry is of, where that is another than its portal config's:
 * portals may have moved on to it. `undefined` where none does, or where the entry
 * has a contract that only the network's own portal config has.
 *
 * @param fields as the reference calls them
 */
export function fieldOfOtherVersion(
  { portal, versions }: NetworkDefinition,
  fields: readonly string[],
): string | undefined {
  const isOwn = fields.some(
    (field) => isContract(portal, field) && !Object.hasOwn(PORTAL_V4, field),
  );
  return versions.portal === versions.registry || isOwn
    ? undefined
    : fields.find(
        (field) =>
          isContract(PORTAL_V4, field) && !Object.hasOwn(portal, field),
      );
}

function isContract(shape: PortalShape, field: string): boolean {
  return Object.hasOwn(shape, field) && shape[field]?.type === "address";
}
