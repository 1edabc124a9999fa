import {
  type NetworkDefinition,
  type NetworkPreset,
  type NetworkValues,
  type PortalFieldDefinition,
  registryKeyOf,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { NetworkInput } from "./user-config.ts";

/** A source of some of a network's values, and their origins. */
export interface NetworkLayer {
  readonly values: NetworkInput;
  /** The origin of the value at a path such as `registry.Router`. */
  originOf(path: string): ValueOrigin;
}

/** The sources of a network's values, and the origins of those picked so far. */
export interface LayeredNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
  /** The user's config, then the files, then the preset; the highest first. */
  readonly layers: readonly NetworkLayer[];
  readonly preset: NetworkPreset;
  /** Where each picked value comes from, by its path. */
  readonly origins: Map<string, ValueOrigin>;
}

export const PRESET_ORIGIN = { kind: "preset" } as const;
export const DEFAULT_ORIGIN = { kind: "default" } as const;
export const REFERENCE_ORIGIN = { kind: "reference" } as const;
export const UNSET_ORIGIN = { kind: "unset" } as const;

/** The value at a path such as `registry.Router`. */
export function valueAt<T>(values: NetworkInput, path: string): T | undefined;
export function valueAt(values: NetworkInput, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((part, key) => Reflect.get(Object(part), key), values);
}

/**
 * The value at a path: that of the highest layer that has one, else the fallback. Its
 * origin is added to `origins`.
 *
 * @param origin of the fallback
 */
export function pick<T>(
  { layers, origins }: LayeredNetwork,
  path: string,
  fallback?: T,
  origin: ValueOrigin = UNSET_ORIGIN,
): T | undefined {
  const layer = layers.find((one) => valueAt(one.values, path) !== undefined);
  const otherwise = fallback === undefined ? UNSET_ORIGIN : origin;
  origins.set(path, layer?.originOf(path) ?? otherwise);
  return layer === undefined ? fallback : valueAt<T>(layer.values, path);
}

/** The value of a setting that has a default. */
export function pickOr<K extends keyof NetworkInput>(
  network: LayeredNetwork,
  key: K,
  value: NonNullable<NetworkInput[K]>,
  origin: ValueOrigin = DEFAULT_ORIGIN,
): NonNullable<NetworkInput[K]> {
  return pick(network, key, value, origin) ?? value;
}

/** The path of the value that a portal field repeats; `undefined` if it repeats none. */
export function repeatedPath(
  definition: Pick<NetworkDefinition, "registry">,
  rule: PortalFieldDefinition,
): string | undefined {
  if ("from" in rule) {
    return rule.from;
  }
  if (rule.type === "address" && rule.role !== undefined) {
    return `registry.${registryKeyOf(definition, rule.role)}`;
  }
  return undefined;
}

/** The layer of the user's config, such as `alpha.networks.devnet`. */
export function userLayer(
  name: AlphaNetworkName,
  definition: NetworkDefinition,
  user: NetworkInput,
): NetworkLayer {
  const { values, paths } = withRepeatedValues(user, definition);
  return {
    values,
    originOf: (path) => ({
      kind: "config",
      path: `alpha.networks.${name}.${paths.get(path) ?? path}`,
    }),
  };
}

/**
 * A user's values, completed by those that are only set in the portal field that
 * repeats them, and the path of each of these. A chain id without a network id is the
 * network id too. That of a network with an entry in an address book is the entry's.
 */
function withRepeatedValues(
  user: NetworkInput,
  { portal }: NetworkDefinition,
): {
  readonly values: NetworkInput;
  readonly paths: ReadonlyMap<string, string>;
} {
  const values = { ...user };
  const paths = new Map<keyof NetworkValues, string>();
  for (const [field, rule] of Object.entries(portal)) {
    const repeated = user.portal?.[field];
    if (
      "from" in rule &&
      values[rule.from] === undefined &&
      repeated !== undefined
    ) {
      Object.assign(values, { [rule.from]: repeated });
      paths.set(rule.from, `portal.${field}`);
    }
  }
  if (values.book !== undefined) {
    paths.set("chainId", "book");
  }
  if (values.networkId === undefined && values.chainId !== undefined) {
    values.networkId = values.chainId;
    paths.set("networkId", paths.get("chainId") ?? "chainId");
  }
  return { values, paths };
}

/** The chain id and the network id of a network. */
export function chainIds(
  definition: NetworkDefinition,
  user: NetworkInput,
): Pick<NetworkValues, "chainId" | "networkId"> {
  const { chainId, networkId } = withRepeatedValues(user, definition).values;
  return {
    chainId: chainId ?? definition.values.chainId,
    networkId: networkId ?? definition.values.networkId,
  };
}

/** The layer of the built-in preset. The reference's symbol of the fee token counts. */
export function presetLayer({
  feeTokenSymbol,
  preset: { nativeCurrency, ...values },
}: NetworkDefinition): NetworkLayer {
  const { symbol, ...named } = nativeCurrency ?? {};
  const feeToken = feeTokenSymbol === undefined ? { ...named, symbol } : named;
  return { values: { ...values, feeToken }, originOf: () => PRESET_ORIGIN };
}

/** The values of one network in the files of `alpha.sources`. */
export interface SourcedNetwork {
  readonly values: NetworkInput;
  /** The line of each value, by its path. */
  readonly origins: ReadonlyMap<string, SourceOrigin>;
}

/** The values in the files of `alpha.sources`. */
export interface ReadSources {
  readonly networks: ReadonlyMap<AlphaNetworkName, SourcedNetwork>;
  /** Warnings about the files. */
  readonly warnings: readonly string[];
  /** The paths of the files, which are absolute. */
  readonly files: readonly string[];
}

/** The values without `alpha.sources`. */
export const NO_SOURCES: ReadSources = {
  networks: new Map(),
  warnings: [],
  files: [],
};

/** The layer of the files; empty if they have no values. */
export function sourceLayer(
  { values, origins }: SourcedNetwork = { values: {}, origins: new Map() },
): NetworkLayer {
  return { values, originOf: (path) => origins.get(path) ?? UNSET_ORIGIN };
}

/** Where a value comes from. */
export type ValueOrigin =
  | { readonly kind: "config"; readonly path: string }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "variable"; readonly variable: string }
  | { readonly kind: "preset" | "reference" | "default" | "unset" }
  | {
      readonly kind: "derived";
      readonly from: string;
      /** Where that comes from, if it is from a file of the user. */
      readonly source?: SourceOrigin;
    }
  | SourceOrigin;

/** A line of a file of `alpha.sources`. */
export interface SourceOrigin {
  readonly kind: "source";
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The name of the value in the file. */
  readonly field: string;
  /** The environment variables that the value is the default of in that file. */
  readonly variables?: readonly string[];
  /** Files listed later that have another value. */
  readonly against?: readonly {
    readonly file: string;
    readonly line: number;
  }[];
}

/** An origin as text, for `alpha config --explain` and errors. */
export function describeOrigin(origin: ValueOrigin): string {
  switch (origin.kind) {
    case "config":
      return `the Hardhat config's ${origin.path}`;
    case "environment":
      return `the environment variable ${origin.variable}`;
    case "variable":
      return `the configuration variable ${origin.variable}`;
    case "preset":
      return "the built-in preset";
    case "reference":
      return "the networks' reference";
    case "default":
      return "this plugin's default";
    case "derived":
      return `the same network's ${origin.from}${origin.source === undefined ? "" : `, from ${describeOrigin(origin.source)}`}`;
    case "source": {
      const against = (origin.against ?? []).map(
        ({ file, line }) => `; ${file}, line ${line}, has another value`,
      );
      const variables = origin.variables?.join(", ");
      const isDefault =
        variables === undefined
          ? ""
          : ` (the default of the environment variable ${variables})`;
      return `the source ${origin.file}, line ${origin.line}${isDefault}${against.join("")}`;
    }
    case "unset":
      return "no source";
  }
}
