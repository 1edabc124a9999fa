import type {
  ConfigurationVariable,
  ConfigurationVariableResolver,
} from "hardhat/types/config";
import { isRecord, recordOf } from "../base/records.ts";
import type {
  NetworkDefinition,
  NetworkPreset,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  LayeredUrl,
  type UrlLayer,
  variableLayers,
  variableName,
} from "./layered-url.ts";
import { type Layering, PRESET_ORIGIN } from "./layering.ts";
import type { ValueOrigin } from "./origins.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/**
 * A network's URLs: those of its services, which its portal config prints, those
 * of its backend, which are the same unless it has a version of its own, and the
 * one that requests go to, which falls back to the portal's `nodeUri`.
 */
export function resolveUrls(
  layering: Layering,
  network: AlphaNetworkName,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset,
  resolveConfigurationVariable: ConfigurationVariableResolver,
): Pick<ResolvedAlphaNetwork, "services" | "backend" | "url" | "endpoints"> {
  const given = recordOf(user["portal"]);
  const services: Record<string, LayeredUrl> = {};
  for (const [field, rule] of Object.entries(definition.portal)) {
    if (rule.type === "url") {
      const path = `portal.${field}`;
      services[field] = layeredUrl(field, rule.variable, path, [
        ...userLayers(given[field], layering.given(path)),
        ...userLayers(...layering.sourced(path)),
        ...userLayers(preset.portal?.[field], PRESET_ORIGIN),
      ]);
    }
  }
  const givenBackend = recordOf(user["backend"]);
  const backend: Record<string, LayeredUrl> = {};
  for (const [field, { variable }] of Object.entries(
    definition.backend ?? {},
  )) {
    const path = `backend.${field}`;
    backend[field] = layeredUrl(`backend's ${field}`, variable, path, [
      ...userLayers(givenBackend[field], layering.given(path)),
      ...userLayers(preset.backend?.[field], PRESET_ORIGIN),
    ]);
  }
  return {
    services,
    backend: definition.backend === undefined ? services : backend,
    url: layeredUrl("node URL", "RPC_URL", "url", [
      ...userLayers(user["url"], layering.given("url")),
      ...(services["nodeUri"]?.layers ?? []),
    ]),
    endpoints: endpointsOf(user["endpoints"]).map((value, index) => {
      const path = `endpoints.${index}`;
      return new LayeredUrl(
        `The endpoint ${index} of ${network}`,
        `alpha.networks.${network}.${path} in the Hardhat config`,
        userLayers(value, layering.given(path)),
      );
    }),
  };

  function layeredUrl(
    label: string,
    part: string,
    path: string,
    lower: readonly UrlLayer[],
  ): LayeredUrl {
    const variable = variableName(network, part);
    return new LayeredUrl(
      `The ${label} of ${network}`,
      `${variable}, or alpha.networks.${network}.${path} in the Hardhat config`,
      [...variableLayers(variable, resolveConfigurationVariable), ...lower],
    );
  }

  function userLayers(value: unknown, origin: ValueOrigin): UrlLayer[] {
    if (typeof value === "string") {
      return [{ origin, value }];
    }
    if (!isConfigurationVariable(value)) {
      return [];
    }
    return [
      {
        origin: { kind: "variable", variable: value.name },
        value: resolveConfigurationVariable(value),
        // With an empty default the user says that the next layer may give it.
        isRequired: value.default !== "",
      },
    ];
  }
}

function endpointsOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

function isConfigurationVariable(
  value: unknown,
): value is ConfigurationVariable {
  return isRecord(value) && value["_type"] === "ConfigurationVariable";
}
