import type {
  NetworkDefinition,
  NetworkPreset,
  NetworkValues,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { SourceOrigin, ValueOrigin } from "./origins.ts";
import type { NetworkInput } from "./user-config.ts";

/** A place that gives some of a network's values, and what to call each place. */
export interface NetworkLayer {
  readonly values: NetworkInput;
  /** Where the value at a path is from, such as `registry.Router`. */
  originOf(path: string): ValueOrigin;
}

/** What a network's values are picked from, and what was picked. */
export interface LayeredNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
  /** The user's config, then the files; the highest first. */
  readonly layers: readonly NetworkLayer[];
  readonly preset: NetworkPreset;
  /** Where each picked value comes from, by its path. */
  readonly origins: Map<string, ValueOrigin>;
}

/** A value that is taken where no layer gives one, and its origin. */
export type Fallback<T> = readonly [value: T | undefined, origin: ValueOrigin];

export const PRESET_ORIGIN = { kind: "preset" } as const;
export const REFERENCE_ORIGIN = { kind: "reference" } as const;
export const UNSET_ORIGIN = { kind: "unset" } as const;

/**
 * The value at a path: that of the highest layer that has one, else of the first
 * fallback. Its origin is noted.
 *
 * @param read the value in a layer
 */
export function pick<T>(
  { layers, origins }: LayeredNetwork,
  path: string,
  read: (values: NetworkInput) => T | undefined,
  ...fallbacks: readonly Fallback<T>[]
): T | undefined {
  const found = [
    ...layers.map(
      (layer): Fallback<T> => [read(layer.values), layer.originOf(path)],
    ),
    ...fallbacks,
  ].find(([value]) => value !== undefined);
  origins.set(path, found?.[1] ?? UNSET_ORIGIN);
  return found?.[0];
}

/** What the user's config gives of a network, as `alpha.networks.devnet` has it. */
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
 * A user's values with those of the network's own that stand only in the portal
 * field that repeats them, and the path of each of these. A chain id given alone is
 * the network id too.
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
  if (values.networkId === undefined && values.chainId !== undefined) {
    values.networkId = values.chainId;
    paths.set("networkId", paths.get("chainId") ?? "chainId");
  }
  return { values, paths };
}

/** The ids of a network's chain, as far as they are given. */
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

/** Whether a layer gives the value at a path that files can give, too. */
export function gives({ values }: NetworkLayer, path: string): boolean {
  const [section = "", key] = path.split(".");
  const found =
    key === undefined
      ? Object.entries(values).find(([name]) => name === section)?.[1]
      : section === "registry"
        ? values.registry?.[key]
        : values.portal?.[key];
  return found !== undefined;
}

/** What files of `alpha.sources` give of one network. */
export interface SourcedNetwork {
  readonly values: NetworkInput;
  /** The line of each value, by its path. */
  readonly origins: ReadonlyMap<string, SourceOrigin>;
}

/** What the files of `alpha.sources` give. */
export interface ReadSources {
  readonly networks: ReadonlyMap<AlphaNetworkName, SourcedNetwork>;
  /** What is to be said of the files. */
  readonly warnings: readonly string[];
}

/** What there is without `alpha.sources`. */
export const NO_SOURCES: ReadSources = { networks: new Map(), warnings: [] };

/** The layer of the files; without a value where none gives any. */
export function sourceLayer(
  { values, origins }: SourcedNetwork = { values: {}, origins: new Map() },
): NetworkLayer {
  return { values, originOf: (path) => origins.get(path) ?? UNSET_ORIGIN };
}
