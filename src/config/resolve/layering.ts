import type { SourcedValues } from "../sourced-values.ts";
import type { ValueOrigin } from "../types.ts";

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
