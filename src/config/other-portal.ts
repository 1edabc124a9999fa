import { addressOf } from "../base/address.ts";
import { ownValue } from "../base/records.ts";
import {
  type NetworkDefinition,
  type PortalFieldDefinition,
  registryKeyOf,
} from "../networks/definition.ts";
import { contractOfRole } from "./contracts.ts";
import {
  type LayeredNetwork,
  PRESET_ORIGIN,
  pick,
  UNSET_ORIGIN,
} from "./layers.ts";
import { buildPortalConfig, type PortalFieldValue } from "./network-values.ts";
import { derivedOrigin, type ValueOrigin } from "./origins.ts";
import type { PortalValue, ResolvedAlphaNetwork } from "./types.ts";

/**
 * Where the other version of a network's portal config takes a field from: the path
 * in the network's config. `undefined` if it has no such field, or a fixed value.
 */
export function pathInOtherPortal(
  definition: NetworkDefinition,
  field: string,
): string | undefined {
  const rule = otherRule(definition, field);
  if (rule === undefined || "value" in rule) {
    return undefined;
  }
  if ("from" in rule) {
    return rule.from;
  }
  if (rule.type === "address" && rule.role !== undefined) {
    return `registry.${registryKeyOf(definition, rule.role)}`;
  }
  // The backend has the registry's version, and so has what only this version has.
  return Object.hasOwn(definition.backend ?? {}, field) ||
    !Object.hasOwn(definition.portal, field)
    ? `backend.${field}`
    : `portal.${field}`;
}

function otherRule(
  { otherPortal }: NetworkDefinition,
  field: string,
): PortalFieldDefinition | undefined {
  return otherPortal && ownValue(otherPortal.fields, field);
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

/**
 * The values of the other version that differ from the network's own, and those of the
 * fields that only this version has.
 */
export function resolveOtherPortal(
  network: LayeredNetwork,
): ResolvedAlphaNetwork["otherPortal"] {
  const { definition, preset } = network;
  const resolved: Record<string, PortalValue> = {};
  for (const [field, value] of Object.entries(preset.otherPortal ?? {})) {
    resolved[field] = { value, origin: PRESET_ORIGIN };
  }
  for (const field of ownFieldsOfOtherPortal(definition)) {
    // Only this version needs them, so they do not count as unset.
    const origins = new Map<string, ValueOrigin>();
    const path = `backend.${field}`;
    const given = pick(
      { ...network, origins },
      path,
      ({ backend }) => backend?.[field],
    );
    const value = addressOf(given);
    if (value !== undefined) {
      resolved[field] = { value, origin: origins.get(path) ?? UNSET_ORIGIN };
    }
  }
  return resolved;
}

/** Whether the user chose the other version of the portal config. */
export function usesOtherPortal({
  definition,
  versions,
}: Pick<ResolvedAlphaNetwork, "definition" | "versions">): boolean {
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
): Promise<readonly PortalFieldValue[]> {
  return usesOtherPortal(network)
    ? await buildOtherPortalConfig(network)
    : (await buildPortalConfig(network)).fields;
}

/**
 * A network's portal config in its other version: the contracts are the registry's,
 * and the services the backend's. Variables are read, so a keystore may prompt.
 */
export async function buildOtherPortalConfig(
  network: ResolvedAlphaNetwork,
): Promise<readonly PortalFieldValue[]> {
  const fields: PortalFieldValue[] = [];
  for (const [field, rule] of Object.entries(
    network.definition.otherPortal?.fields ?? {},
  )) {
    fields.push({ field, ...(await otherValue(network, field, rule)) });
  }
  return fields;
}

async function otherValue(
  network: ResolvedAlphaNetwork,
  field: string,
  rule: PortalFieldDefinition,
): Promise<PortalValue> {
  const { definition, origins, portal, otherPortal } = network;
  const unset = { value: undefined, origin: UNSET_ORIGIN };
  if (rule.type === "url") {
    const url = network.backend[field] ?? network.services[field];
    return (await url?.resolve()) ?? unset;
  }
  if ("value" in rule) {
    return { value: rule.value, origin: PRESET_ORIGIN };
  }
  if ("from" in rule) {
    const origin = origins.get(rule.from) ?? UNSET_ORIGIN;
    const own = { value: network.values[rule.from], origin };
    return origin.kind === "reference" ? (otherPortal[field] ?? own) : own;
  }
  if (rule.type === "address" && rule.role !== undefined) {
    const { address, origin } = contractOfRole(network, rule.role) ?? {};
    const from = `registry.${registryKeyOf(definition, rule.role)}`;
    return address === undefined
      ? unset
      : { value: address, origin: derivedOrigin(from, origin) };
  }
  return (
    otherPortal[field] ?? {
      value: portal[field],
      origin: origins.get(`portal.${field}`) ?? UNSET_ORIGIN,
    }
  );
}
