import type { SensitiveString } from "hardhat/types/config";
import type { PortalShape } from "../networks/definition.ts";
import {
  LayeredUrl,
  NODE_PART,
  OCEAN_NODE_PART,
  type UrlLayer,
  type Variables,
  variableLayers,
  variableName,
} from "./layered-url.ts";
import { type LayeredNetwork, valueAt } from "./layers.ts";
import { OCEAN_NODE_FIELD } from "./network-values.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/**
 * A network's URLs: those of its services, as in its portal config, and of its Ocean
 * Node, which has no field in the reference's; those of its
 * backend, which are the same unless it has another version; and the URL of its node,
 * by default the portal's `nodeUri`.
 */
export function resolveUrls(
  { name, definition, layers }: LayeredNetwork,
  variables: Variables,
): Pick<ResolvedAlphaNetwork, "services" | "backend" | "url" | "endpoints"> {
  const oceanNode = {
    [OCEAN_NODE_FIELD]: layeredUrl(
      OCEAN_NODE_FIELD,
      OCEAN_NODE_PART,
      `portal.${OCEAN_NODE_FIELD}`,
    ),
  };
  const services: Readonly<Record<string, LayeredUrl>> = {
    ...urlsOf("portal", "", definition.portal),
    ...oceanNode,
  };
  const backend = definition.backend && {
    ...urlsOf("backend", "backend's ", definition.backend),
    ...oceanNode,
  };
  return {
    services,
    backend: backend ?? services,
    url: layeredUrl("node URL", NODE_PART, "url", services["nodeUri"]?.layers),
    endpoints: endpoints(),
  };

  /** The URLs of a section of the config. */
  function urlsOf(
    section: string,
    owner: string,
    fields: PortalShape,
  ): Record<string, LayeredUrl> {
    const urls: Record<string, LayeredUrl> = {};
    for (const [field, rule] of Object.entries(fields)) {
      if (rule.type === "url") {
        const label = `${owner}${field}`;
        urls[field] = layeredUrl(label, rule.variable, `${section}.${field}`);
      }
    }
    return urls;
  }

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
    lower: readonly UrlLayer[] = [],
  ): LayeredUrl {
    const variable = variableName(name, part);
    return new LayeredUrl(
      `The ${label} of ${name}`,
      `${variable}, or alpha.networks.${name}.${path} in the Hardhat config`,
      [...variableLayers(variable, variables), ...given(path), ...lower],
    );
  }

  /** The values at a path in the user's config, the files and the preset. */
  function given(path: string): UrlLayer[] {
    const found: UrlLayer[] = [];
    for (const layer of layers) {
      const value = valueAt<SensitiveString>(layer.values, path);
      if (typeof value === "string") {
        found.push({ origin: layer.originOf(path), value });
      } else if (value !== undefined) {
        found.push({
          origin: { kind: "variable", variable: value.name },
          value: variables.resolve(value),
          // With an empty default the next layer is used.
          isRequired: value.default !== "",
        });
      }
    }
    return found;
  }
}
