import { recordOf, valueAt } from "../base/records.ts";
import type {
  NetworkDefinition,
  NetworkValues,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { SourceOrigin, ValueOrigin } from "./origins.ts";

/** A value that a layer below the user's config gives, and its origin. */
export type Layer<T> = readonly [value: T | undefined, origin: ValueOrigin];

export const PRESET_ORIGIN = { kind: "preset" } as const;
export const REFERENCE_ORIGIN = { kind: "reference" } as const;

/** Picks the values of one network by layer, and keeps where each came from. */
export class Layering {
  readonly origins = new Map<string, ValueOrigin>();
  readonly #root: string;
  readonly #sourced: SourcedValues;

  /**
   * `root` is the path of the user's values, as `alpha.networks.devnet`;
   * `sourced` are the values that files of `alpha.sources` give.
   */
  constructor(root: string, sourced: SourcedValues) {
    this.#root = root;
    this.#sourced = sourced;
  }

  /** The origin of a value that the user gives at `path`. */
  given(path: string): ValueOrigin {
    return { kind: "config", path: `${this.#root}.${path}` };
  }

  /** The layer of `alpha.sources` at `path`. */
  sourced(path: string): Layer<unknown> {
    const found = this.#sourced.get(path);
    return [found?.value, found?.origin ?? { kind: "unset" }];
  }

  /** The user's value at `path`, else that of the first layer that has one. */
  pick<T>(
    path: string,
    given: T | undefined,
    ...lower: readonly Layer<T>[]
  ): T | undefined {
    return this.first(path, [given, this.given(path)], ...lower);
  }

  /** The value at `path`: that of the first layer that has one. */
  first<T>(path: string, ...layers: readonly Layer<T>[]): T | undefined {
    const found = layers.find(([value]) => value !== undefined);
    this.origins.set(path, found?.[1] ?? { kind: "unset" });
    return found?.[0];
  }

  /** Says that the value at `path` repeats the one at `source`. */
  repeat(path: string, source: string): void {
    this.origins.set(path, this.origins.get(source) ?? { kind: "unset" });
  }
}

/** A value that a file of `alpha.sources` gives. */
export interface SourcedValue {
  readonly value: unknown;
  readonly origin: SourceOrigin;
}

/** One network's values that files give, by path: `registry.Router`. */
export type SourcedValues = ReadonlyMap<string, SourcedValue>;

/** What the files of `alpha.sources` give. */
export interface ReadSources {
  readonly values: ReadonlyMap<AlphaNetworkName, SourcedValues>;
  /** What is to be said of the files. */
  readonly warnings: readonly string[];
}

/** What there is without `alpha.sources`. */
export const NO_SOURCES: ReadSources = { values: new Map(), warnings: [] };

/** A value that the user gives, and its path below the network's config. */
export interface GivenValue {
  readonly value: unknown;
  readonly path: string;
}

/**
 * What the user gives for one of a network's own values: directly, or in the
 * portal field that repeats it. A chain id given alone is the network id too.
 */
export function givenValue(
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  key: keyof NetworkValues,
): GivenValue | undefined {
  if (user[key] !== undefined) {
    return { value: user[key], path: key };
  }
  const field = Object.entries(definition.portal).find(
    ([, candidate]) => "from" in candidate && candidate.from === key,
  )?.[0];
  const repeated =
    field === undefined ? undefined : recordOf(user["portal"])[field];
  if (repeated !== undefined) {
    return { value: repeated, path: `portal.${field}` };
  }
  return key === "networkId"
    ? givenValue(user, definition, "chainId")
    : undefined;
}

/**
 * Whether the user gives the value at a path, or a portal field that repeats a
 * network's own value there.
 */
export function isGiven(
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  path: string,
): boolean {
  const portal = recordOf(user["portal"]);
  return (
    valueAt(user, path.split(".")) !== undefined ||
    Object.entries(definition.portal).some(
      ([field, rule]) =>
        "from" in rule && rule.from === path && portal[field] !== undefined,
    )
  );
}
