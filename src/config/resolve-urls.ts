import type { SensitiveString } from "hardhat/types/config";
import {
  LayeredUrl,
  NODE_PART,
  type UrlLayer,
  type Variables,
  variableLayers,
  variableName,
} from "./layered-url.ts";
import { type LayeredNetwork, valueAt } from "./layers.ts";
import type { ValueOrigin } from "./origins.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/**
 * A network's URLs: those of its services, as in its portal config; those of its
 * backend, which are the same unless it has another version; and the URL of its node,
 * by default the portal's `nodeUri`.
 */
export function resolveUrls(
  { name, definition, layers }: LayeredNetwork,
  variables: Variables,
): Pick<ResolvedAlphaNetwork, "services" | "backend" | "url" | "endpoints"> {
  const services: Record<string, LayeredUrl> = {};
  for (const [field, rule] of Object.entries(definition.portal)) {
    if (rule.type === "url") {
      const path = `portal.${field}`;
      services[field] = layeredUrl(field, rule.variable, path, [
        ...given(path),
      ]);
    }
  }
  const backend: Record<string, LayeredUrl> = {};
  for (const [field, { variable }] of Object.entries(
    definition.backend ?? {},
  )) {
    const path = `backend.${field}`;
    backend[field] = layeredUrl(`backend's ${field}`, variable, path, [
      ...given(path),
    ]);
  }
  return {
    services,
    backend: definition.backend === undefined ? services : backend,
    url: layeredUrl("node URL", NODE_PART, "url", [
      ...given("url"),
      ...(services["nodeUri"]?.layers ?? []),
    ]),
    endpoints: endpoints(),
  };

  function endpoints(): LayeredUrl[] {
    const layer = layers.find(({ values }) => values.endpoints !== undefined);
    return (layer?.values.endpoints ?? []).map((_, index) => {
      const path = `endpoints.${index}`;
      return new LayeredUrl(
        `The endpoint ${index} of ${name}`,
        `alpha.networks.${name}.${path} in the Hardhat config`,
        given(path),
      );
    });
  }

  function layeredUrl(
    label: string,
    part: string,
    path: string,
    lower: readonly UrlLayer[],
  ): LayeredUrl {
    const variable = variableName(name, part);
    return new LayeredUrl(
      `The ${label} of ${name}`,
      `${variable}, or alpha.networks.${name}.${path} in the Hardhat config`,
      [...variableLayers(variable, variables), ...lower],
    );
  }

  /** The values at a path in the user's config and files. */
  function given(path: string): UrlLayer[] {
    return layers.flatMap((layer) =>
      urlLayers(valueAt(layer, path), layer.originOf(path)),
    );
  }

  function urlLayers(
    value: SensitiveString | undefined,
    origin: ValueOrigin,
  ): UrlLayer[] {
    if (value === undefined) {
      return [];
    }
    if (typeof value === "string") {
      return [{ origin, value }];
    }
    return [
      {
        origin: { kind: "variable", variable: value.name },
        value: variables.resolve(value),
        // With an empty default the next layer is used.
        isRequired: value.default !== "",
      },
    ];
  }
}
