import { applyEdits } from "../../base/text-edits.ts";
import { type FoundProblem, findProblems } from "../find-problems.ts";
import type { NetworkIndex } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";

/** Renaming a field may reveal a problem of its value. */
const MAX_ROUNDS = 5;

export interface FixedText {
  readonly text: string;
  /** Rounds of repairs, each with the text that its places refer to. */
  readonly fixed: readonly {
    readonly text: string;
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
    const linted = await parseLintFile(text, file, index);
    const problems = await findProblems(linted, index);
    const fixable = problems.filter(({ edit }) => edit !== undefined);
    const edits = fixable.flatMap(({ edit }) => edit ?? []);
    if (edits.length === 0) {
      break;
    }
    fixed.push({ text, problems: fixable });
    // A constant that several chains use is repaired once.
    const byStart = new Map(edits.map((edit) => [edit.start, edit]));
    text = applyEdits(text, byStart.values());
  }
  return { text, fixed };
}
