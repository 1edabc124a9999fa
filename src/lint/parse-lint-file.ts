import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { isBookEntry } from "./book-addresses.ts";
import type { NetworkIndex } from "./network-index.ts";
import { readEntries } from "./read-entries.ts";
import { keyCounts, wordCounts } from "./texts.ts";
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
  const all = readEntries(chains, index);
  const entries = all.filter(
    ({ kind }) => kind === "portal" || kind === "metadata",
  );
  return {
    text,
    code,
    words: wordCounts(code),
    keys: keyCounts(entries),
    entries,
    books: all.filter(({ kind }) => kind === "book"),
    others: all.filter(({ kind }) => kind === "other"),
    unknownParts,
  };
}
