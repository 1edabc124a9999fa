import { ownValue } from "../base/records.ts";
import {
  MILLISECONDS_IN,
  type NetworkDefinition,
  type PortalShape,
  type TimeoutUnit,
} from "../networks/definition.ts";
import { type LayeredNetwork, pickOr, repeatedPath } from "./layers.ts";
import {
  buildPortalConfig,
  type PortalFieldValue,
  type ReadUrl,
  UNSET_VALUE,
} from "./network-values.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/** Where a network's portal config takes a field from; `undefined` if it has no such field. */
export function pathInPortal(
  definition: NetworkDefinition,
  field: string,
): string | undefined {
  const rule = ownValue(definition.portal, field);
  return rule && (repeatedPath(definition, rule) ?? `portal.${field}`);
}

/**
 * Where the other version of a network's portal config takes a field from: the path
 * in the network's config. `undefined` if it has no such field, or a fixed value.
 */
export function pathInOtherPortal(
  definition: NetworkDefinition,
  field: string,
): string | undefined {
  const rule = ownValue(definition.otherPortal?.fields ?? {}, field);
  if (rule === undefined || "value" in rule) {
    return undefined;
  }
  const { backend = {}, portal } = definition;
  // The backend has the registry's version, and so has what only this version has.
  const isOfPortal =
    Object.hasOwn(portal, field) && !Object.hasOwn(backend, field);
  const section = isOfPortal ? "portal" : "backend";
  return repeatedPath(definition, rule) ?? `${section}.${field}`;
}

/** The fields that only the other version has, and that repeat no other value. */
export function ownFieldsOfOtherPortal(
  definition: NetworkDefinition,
): readonly string[] {
  return Object.keys(definition.otherPortal?.fields ?? {}).filter(
    (field) =>
      !Object.hasOwn(definition.portal, field) &&
      pathInOtherPortal(definition, field) === `backend.${field}`,
  );
}

/** Returns whether the user chose the other version of the portal config. */
export function usesOtherPortal({
  definition,
  versions,
}: ResolvedAlphaNetwork): boolean {
  return (
    definition.otherPortal !== undefined &&
    versions.portal === definition.otherPortal.version
  );
}

/**
 * A network's portal config in the version that the user chose, by default the
 * reference's. Variables are read, so a keystore may prompt.
 */
export async function buildChosenPortalConfig(
  network: ResolvedAlphaNetwork,
  read?: ReadUrl,
): Promise<readonly PortalFieldValue[]> {
  if (usesOtherPortal(network)) {
    return await buildOtherPortalConfig(network, read);
  }
  return await buildPortalConfig(network, undefined, read);
}

/**
 * A network's portal config in its other version: the contracts are the registry's,
 * and the services the backend's. Variables are read, so a keystore may prompt.
 */
export async function buildOtherPortalConfig(
  network: ResolvedAlphaNetwork,
  read?: ReadUrl,
): Promise<readonly PortalFieldValue[]> {
  const { definition, backend, services, otherPortal } = network;
  const fields = Object.entries(definition.otherPortal?.fields ?? {});
  return await buildPortalConfig(
    network,
    fields.map(([field, { type }]) => {
      if (type === "url") {
        return { field, url: backend[field] ?? services[field] };
      }
      return { field, ...(otherPortal[field] ?? UNSET_VALUE) };
    }),
    read,
  );
}

/**
 * The version of a portal configuration that an entry has: the network's own, the other
 * one, both of them, or either of them, because it has no contract of only one.
 */
type EntryVersion = "own" | "other" | "both" | "either";

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

type Values = ResolvedAlphaNetwork["values"];

/**
 * The unit of the time-out, and the values as each version of the portal config has them.
 * If the user sets no unit, a file has that of its version.
 */
export function resolveTimeouts(
  network: LayeredNetwork,
  values: Values,
  portal: string | undefined,
) {
  const { definition, origins } = network;
  const { otherPortal } = definition;
  const isOfFile = origins.get("transactionPollingTimeout")?.kind === "source";
  const isOfOther = isOfFile && otherPortal?.version === portal;
  const { transactionPollingTimeoutUnit: own } = definition;
  const unit = pickOr(
    network,
    "transactionPollingTimeoutUnit",
    (isOfOther && otherPortal?.transactionPollingTimeoutUnit) || own,
  );
  const other = otherPortal?.transactionPollingTimeoutUnit ?? own;
  return {
    unit,
    inPortal: withTimeoutIn(own, values, unit),
    inOtherPortal: withTimeoutIn(other, values, unit),
  };
}

/** Values with the time-out in whole units. */
function withTimeoutIn(unit: TimeoutUnit, values: Values, from: TimeoutUnit) {
  const milliseconds = values.transactionPollingTimeout * MILLISECONDS_IN[from];
  const transactionPollingTimeout = Math.ceil(
    milliseconds / MILLISECONDS_IN[unit],
  );
  return { ...values, transactionPollingTimeout };
}
