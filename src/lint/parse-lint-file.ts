import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { readEntries } from "./read-entries.ts";
import type { LintFile, LintKnowledge } from "./types.ts";

/** What a portal's two files call their lists. */
const LIST_NAMES = ["chains", "networksMetadata"];

/**
 * A portal's file with its entries matched to the networks. No code of it is run.
 *
 * @throws ReadError where it is no such file.
 */
export function parseLintFile(
  text: string,
  file: string,
  knowledge: LintKnowledge,
): LintFile {
  const { code, chains, beyond, changes } = parsePortalFile(text, file, {
    listNames: LIST_NAMES,
  });
  const entries = readEntries(chains, knowledge);
  return {
    text,
    code,
    entries: entries.filter(({ kind }) => kind !== "other"),
    others: entries.filter(({ kind }) => kind === "other"),
    beyond,
    changes,
  };
}
