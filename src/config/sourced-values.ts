import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { SourceOrigin } from "./types.ts";

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
