import { applyEdits } from "./edits.ts";
import { type FoundProblem, findProblems } from "./findings.ts";
import { parseLintFile } from "./parse-lint-file.ts";
import type { LintKnowledge } from "./types.ts";

/** A field that is renamed may have a value to repair, and no more follows. */
const MOST_ROUNDS = 5;

export interface FixedText {
  readonly text: string;
  /** By round, with the text that their places are of. */
  readonly fixed: readonly {
    readonly text: string;
    readonly problems: readonly FoundProblem[];
  }[];
}

/**
 * A file's text with all that is mechanical repaired, and nothing else of it
 * changed.
 *
 * @throws ReadError where it is no portal's file.
 */
export async function fixText(
  source: string,
  file: string,
  knowledge: LintKnowledge,
): Promise<FixedText> {
  let text = source;
  const fixed: FixedText["fixed"][number][] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const problems = await findProblems({
      file: parseLintFile(text, file, knowledge),
      knowledge,
      nodes: undefined,
    });
    const fixable = problems.filter(({ edit }) => edit !== undefined);
    const edits = fixable.flatMap(({ edit }) => edit ?? []);
    if (edits.length === 0) {
      break;
    }
    fixed.push({ text, problems: fixable });
    text = applyEdits(text, edits);
  }
  return { text, fixed };
}
