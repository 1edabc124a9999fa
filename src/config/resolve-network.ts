import type { SensitiveString } from "hardhat/types/config";
import { type Address, addressOf } from "../base/address.ts";
import { isHex } from "../base/hex.ts";
import { freezeData, withoutUndefined } from "../base/records.ts";
import type {
  PortalFieldDefinition,
  PortalShape,
} from "../networks/definition.ts";
import { DEFAULT_HARDFORK } from "../networks/hardforks.ts";
import {
  type RegistryAddresses,
  resolveContracts,
  resolveOwnContracts,
} from "./contracts.ts";
import {
  LayeredUrl,
  NODE_PART,
  OCEAN_NODE_PART,
  type UrlLayer,
  type Variables,
  variableLayers,
  variableName,
} from "./layered-url.ts";
import {
  DEFAULT_ORIGIN,
  type LayeredNetwork,
  PRESET_ORIGIN,
  pick,
  pickOr,
  REFERENCE_ORIGIN,
  repeatedPath,
  UNSET_ORIGIN,
  valueAt,
} from "./layers.ts";
import { chainsWithSameId, OCEAN_NODE_FIELD } from "./network-values.ts";
import { pathInOtherPortal, resolveTimeouts } from "./other-portal.ts";
import {
  fixedOrigin,
  resolveFeeToken,
  resolveTokens,
  resolveValues,
} from "./resolve-values.ts";
import type {
  PortalLiteral,
  PortalValue,
  ResolvedAlphaNetwork,
} from "./types.ts";
import type { NetworkInput } from "./user-config.ts";

/** The default maximum age of the latest block, in seconds. */
const MAX_BLOCK_AGE = 600;

/**
 * Resolves one network's values and their origins: from the user's config, else from
 * the user's files, else from the preset, else from the reference.
 *
 * @param user the network in the user's config
 */
export function resolveNetwork(
  network: LayeredNetwork,
  user: NetworkInput,
  variables: Variables,
): Omit<
  ResolvedAlphaNetwork,
  "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
> {
  const { name, definition, origins } = network;
  const { genesisHash, expect = {} } = user;
  const values = resolveValues(network);
  const registry = resolveRegistry(network);
  const versions = {
    ...definition.versions,
    ...withoutUndefined(user.versions ?? {}),
  };
  const timeouts = resolveTimeouts(network, values, versions.portal);
  const { unit, inPortal, inOtherPortal } = timeouts;
  const portal = resolvePortal(network, { values: inPortal, registry });
  const tokens = resolveTokens(network, registry, portal);
  const isIdShared = chainsWithSameId({ definition, values }).length > 0;
  return {
    name,
    definition,
    values: freezeData(values),
    role: pickOr(network, "role", definition.role, fixedOrigin(network)),
    versions: freezeData(versions),
    feeToken: freezeData(resolveFeeToken(network)),
    tokens: freezeData(tokens),
    contracts: freezeData([
      ...resolveContracts({ ...network, registry, tokens, portal }),
      ...resolveOwnContracts(network),
    ]),
    portal: freezeData(portal),
    otherPortal: freezeData(
      resolveOtherPortal(network, { values: inOtherPortal, registry }),
    ),
    ...resolveUrls(network, variables),
    genesisHash: isHex(genesisHash) ? genesisHash : undefined,
    expect: freezeData(expect),
    guard: pickOr(network, "guard", isIdShared),
    hardfork: pickOr(network, "hardfork", DEFAULT_HARDFORK),
    maxBlockAge: pickOr(network, "maxBlockAge", MAX_BLOCK_AGE),
    transactionPollingTimeoutUnit: unit,
    origins,
  };
}

/** A network's registry: exactly the definition's keys, unset ones included. */
function resolveRegistry(network: LayeredNetwork): RegistryAddresses {
  const registry: Record<string, Address | readonly Address[] | undefined> = {};
  for (const key of Object.keys(network.definition.registry)) {
    registry[key] = pick(network, `registry.${key}`);
  }
  return registry;
}

/** The values that the fields of a portal config may repeat. */
interface Repeated {
  readonly values: ResolvedAlphaNetwork["values"];
  readonly registry: RegistryAddresses;
}

/**
 * A network's portal config without the URLs of services, in the reference's order. A
 * field that repeats a value of the network or an address of the registry has that
 * value, unless the user sets the field itself.
 */
function resolvePortal(
  network: LayeredNetwork,
  repeated: Repeated,
): ResolvedAlphaNetwork["portal"] {
  const portal: Record<string, PortalLiteral | undefined> = {};
  for (const [field, rule] of Object.entries(network.definition.portal)) {
    if (rule.type !== "url") {
      const path = `portal.${field}`;
      const { value, origin } = portalValue(network, repeated, rule, path);
      portal[field] = value;
      network.origins.set(path, origin);
    }
  }
  return portal;
}

/** The same in the other version of the portal config, with the origins. */
function resolveOtherPortal(
  { origins, ...network }: LayeredNetwork,
  repeated: Repeated,
): ResolvedAlphaNetwork["otherPortal"] {
  const { definition, preset } = network;
  const portal: Record<string, PortalValue> = {};
  for (const [field, rule] of Object.entries(
    definition.otherPortal?.fields ?? {},
  )) {
    if (rule.type !== "url") {
      const published = preset.otherPortal?.[field];
      const own = portalValue(
        // Only this version needs them, so they do not count as unset.
        { ...network, origins: new Map(origins) },
        repeated,
        rule,
        pathInOtherPortal(definition, field),
      );
      const isOwn = !["reference", "unset"].includes(own.origin.kind);
      portal[field] =
        isOwn || published === undefined
          ? own
          : { value: published, origin: PRESET_ORIGIN };
    }
  }
  return portal;
}

/** @param given where the user sets the field itself, if not only where it repeats */
function portalValue(
  network: LayeredNetwork,
  { values, registry }: Repeated,
  rule: Exclude<PortalFieldDefinition, { readonly type: "url" }>,
  given = "",
): PortalValue {
  const { name, definition, origins } = network;
  if ("from" in rule) {
    const origin = origins.get(rule.from) ?? UNSET_ORIGIN;
    return { value: values[rule.from], origin };
  }
  const from = repeatedPath(definition, rule) ?? "";
  const path = given === from ? "" : given;
  const address = addressOf(registry[from.replace("registry.", "")]);
  const isOwnName = given === "portal.network" && definition.like !== undefined;
  const repeats = origins.get(from);
  const source = repeats?.kind === "source" && { source: repeats };
  const fallbacks: readonly PortalValue[] = [
    {
      value: "value" in rule ? rule.value : undefined,
      origin: REFERENCE_ORIGIN,
    },
    { value: address, origin: { kind: "derived", from, ...source } },
    { value: isOwnName ? name : undefined, origin: DEFAULT_ORIGIN },
  ];
  const fallback = fallbacks.find((one) => one.value !== undefined);
  const value = pick(network, path, fallback?.value, fallback?.origin);
  return { value, origin: origins.get(path) ?? UNSET_ORIGIN };
}

/**
 * A network's URLs: those of its services, as in its portal config, and of its Ocean
 * Node, which has no field in the reference's; those of its
 * backend, which are the same unless it has another version; and the URL of its node,
 * by default the portal's `nodeUri`.
 */
function resolveUrls(
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
