import {
  type PortalVariant,
  parsePortalVariants,
} from "../sources/portal/parse-portal-file.ts";
import { isBookEntry } from "./book-addresses.ts";
import type { NetworkIndex } from "./network-index.ts";
import { readEntries } from "./read-entries.ts";
import type { LintFile } from "./types.ts";

/** The exported lists of `chains.config.js` and `networksMetadata.config.js`. */
const LIST_NAMES = ["chains", "networksMetadata"];

/** A file, once for each of the environments that its conditions depend on. */
export type LintVariants = readonly [LintFile, ...LintFile[]];

/**
 * Parses a portal file without running it, and matches its entries to the
 * networks.
 *
 * @throws ReadError if it is not a portal file.
 */
export function parseLintFile(
  text: string,
  file: string,
  index: NetworkIndex,
): LintVariants {
  const [first, ...more] = parsePortalVariants(text, file, {
    listNames: LIST_NAMES,
    isEntry: isBookEntry,
  });
  const match = (variant: PortalVariant) => matched(variant, text, index);
  return [match(first), ...more.map(match)];
}

function matched(
  { code, chains, environment, unknownParts, changes }: PortalVariant,
  text: string,
  index: NetworkIndex,
): LintFile {
  const entries = readEntries(chains, index);
  return {
    environment,
    text,
    code,
    entries: entries.filter(
      ({ kind }) => kind === "portal" || kind === "metadata",
    ),
    books: entries.filter(({ kind }) => kind === "book"),
    others: entries.filter(({ kind }) => kind === "other"),
    unknownParts,
    changes,
  };
}
