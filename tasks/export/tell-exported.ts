import type { Exported } from "../../src/export/export-format.ts";
import type { Outcome } from "../../src/report/outcome.ts";
import { untrustedText } from "../../src/rpc/secrets/untrusted-text.ts";

/** Says on stderr what a reader of an export should know, and what is missing. */
export function tellExported({ notes, gaps }: Exported): void {
  for (const line of [...notes, ...gaps]) {
    console.error(untrustedText(line, { maxLength: 1_000 }));
  }
}

/** Of an export in which something is missing nobody can say that it is right. */
export function outcomeOfExport({ gaps }: Exported): Outcome {
  return gaps.length === 0 ? "ok" : "unknown";
}
