import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { isBookEntry } from "./book-addresses.ts";
import type { NetworkIndex } from "./network-index.ts";
import { readEntries } from "./read-entries.ts";
import type { LintFile } from "./types.ts";

/** The exported lists of `chains.config.js` and `networksMetadata.config.js`. */
const LIST_NAMES = ["chains", "networksMetadata"];

/**
 * Reads a portal file, and matches its entries to the networks.
 *
 * @throws ReadError if it is not a portal file.
 */
export async function parseLintFile(
  text: string,
  file: string,
  index: NetworkIndex,
): Promise<LintFile> {
  const { code, chains, unknownParts } = await parsePortalFile(text, file, {
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
  };
}
