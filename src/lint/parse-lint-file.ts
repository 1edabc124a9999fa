import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { isBookEntry } from "./book-addresses.ts";
import type { NetworkIndex } from "./network-index.ts";
import { readEntries } from "./read-entries.ts";
import type { LintFile } from "./types.ts";

/** The exported lists of `chains.config.js` and `networksMetadata.config.js`. */
const LIST_NAMES = ["chains", "networksMetadata"];

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
): LintFile {
  const { code, chains, unknownParts, changes } = parsePortalFile(text, file, {
    listNames: LIST_NAMES,
    isEntry: isBookEntry,
  });
  const entries = readEntries(chains, index);
  return {
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
