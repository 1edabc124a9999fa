import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import type { NetworkPreset } from "../../networks/preset.ts";
import { literalOf, recordOf } from "../narrow.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "../types.ts";
import { checksummed } from "./checksummed.ts";
import {
  type Layer,
  type Layering,
  PRESET_ORIGIN,
  REFERENCE_ORIGIN,
} from "./layering.ts";

/**
 * A network's portal config but the services' URLs, in the reference's order.
 * A field that repeats a value of the network or an address of the registry
 * follows it, unless the user gives the field itself.
 */
export async function resolvePortal(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset | undefined,
  network: Pick<ResolvedAlphaNetwork, "values" | "registry">,
): Promise<ResolvedAlphaNetwork["portal"]> {
  const given = recordOf(user["portal"]);
  const portal: Record<string, PortalLiteral | undefined> = {};
  for (const [field, rule] of Object.entries(definition.portal)) {
    if (rule.type === "url") {
      continue;
    }
    if ("from" in rule) {
      portal[field] = network.values[rule.from];
      layering.repeat(`portal.${field}`, rule.from);
      continue;
    }
    const path = `portal.${field}`;
    const value = layering.pick<unknown>(
      path,
      given[field],
      layering.sourced(path),
      ...ownLayers(rule, network.registry, layering.origins),
      [preset?.portal[field], PRESET_ORIGIN],
    );
    portal[field] =
      rule.type === "address" ? await checksummed(value) : literalOf(value);
  }
  return portal;
}

function ownLayers(
  rule: Exclude<PortalFieldDefinition, { from: string } | { type: "url" }>,
  registry: ResolvedAlphaNetwork["registry"],
  origins: ResolvedAlphaNetwork["origins"],
): readonly Layer<unknown>[] {
  if ("value" in rule) {
    return [[rule.value, REFERENCE_ORIGIN]];
  }
  if (rule.type === "address" && rule.registry !== undefined) {
    const from = `registry.${rule.registry}`;
    const source = origins.get(from);
    return [
      [
        registry[rule.registry],
        {
          kind: "derived",
          from,
          ...(source?.kind === "source" ? { source } : {}),
        },
      ],
    ];
  }
  return [];
}
