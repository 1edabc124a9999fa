import { applyEdits } from "./edits.ts";
import { type FoundProblem, findProblems } from "./findings.ts";
import type { NetworkIndex } from "./network-index.ts";
import { parseLintFile } from "./parse-lint-file.ts";
import type { LintFile } from "./types.ts";

/** Renaming a field may reveal a problem of its value. */
const MAX_ROUNDS = 5;

export interface FixedText {
  readonly text: string;
  /** Rounds of repairs, each with the file that its places refer to. */
  readonly fixed: readonly {
    readonly file: LintFile;
    readonly problems: readonly FoundProblem[];
  }[];
}

/**
 * Repairs the problems of a file's text that have an edit. The rest of the text is
 * unchanged.
 *
 * @throws ReadError if it is not a portal file.
 */
export async function fixText(
  source: string,
  file: string,
  index: NetworkIndex,
): Promise<FixedText> {
  let text = source;
  const fixed: FixedText["fixed"][number][] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const linted = parseLintFile(text, file, index);
    const problems = await findProblems({
      file: linted,
      index,
      nodes: undefined,
    });
    const fixable = problems.filter(({ edit }) => edit !== undefined);
    const edits = fixable.flatMap(({ edit }) => edit ?? []);
    if (edits.length === 0) {
      break;
    }
    fixed.push({ file: linted, problems: fixable });
    text = applyEdits(text, edits);
  }
  return { text, fixed };
}
