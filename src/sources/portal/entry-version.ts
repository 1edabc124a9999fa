import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/**
 * The version of a portal configuration that an entry has: the network's own, the other
 * one, both of them, or either of them, because it has no contract of only one.
 */
export type EntryVersion = "own" | "other" | "both" | "either";

/**
 * The version of an entry. Portals may have been updated to the version of the network's
 * registry. Both versions use some names for different contracts, so only names that one
 * of them has count.
 *
 * @param fields names in the reference
 */
export function entryVersion(
  { portal, otherPortal }: NetworkDefinition,
  fields: readonly string[],
): EntryVersion {
  if (otherPortal === undefined) {
    return "own";
  }
  const other = otherPortal.fields;
  const hasOwn = fields.some((field) => isOnlyIn(portal, other, field));
  const hasOther = fields.some((field) => isOnlyIn(other, portal, field));
  if (hasOwn) {
    return hasOther ? "both" : "own";
  }
  return hasOther ? "other" : "either";
}

function isOnlyIn(
  shape: PortalShape,
  than: PortalShape,
  field: string,
): boolean {
  const rule = Object.hasOwn(shape, field) ? shape[field] : undefined;
  return (
    rule?.type === "address" &&
    (rule.role ?? rule.v3Contract) !== undefined &&
    !Object.hasOwn(than, field)
  );
}
