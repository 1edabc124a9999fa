import { titleOf } from "../title-of.ts";
import type { LintFile, LintProblem, LintRule, NodeAnswer } from "../types.ts";

const START = { line: 1, column: 1, start: 0, end: 0 };
const NAME_ONE = "Name a node that answers over http, or leave --online out.";

/** Nodes that serve another chain than their entry's, asked with `--online`. */
export const NODE_CHAIN: LintRule = {
  id: "node-chain",
  severity: "error",
  summary: "A node that serves another chain than its entry says.",
  fix: "Correct the node's URL, or the chain id.",
  *check({ file, nodes }) {
    if (nodes === undefined) {
      return;
    }
    const wasAsked = nodes.some(({ verdict: { verdict } }) => {
      return verdict !== "unasked";
    });
    for (const answer of nodes) {
      yield* problemsOf(answer, wasAsked);
    }
    if (isEmpty(file)) {
      yield {
        place: START,
        severity: "unknown",
        message: "No node was asked: there is no chain in the file.",
        fix: NAME_ONE,
      };
    }
  },
};

function* problemsOf(
  { entry, field, place, endpoint, verdict }: NodeAnswer,
  wasAsked: boolean,
): Generator<LintProblem> {
  const title = titleOf(entry);
  const some = `${field === undefined ? "No" : "Not every"} node of ${title}`;
  const node = `The node of ${title}${endpoint === undefined ? "" : ` (${endpoint})`}`;
  switch (verdict.verdict) {
    case "wrong":
      yield {
        place,
        message: `${node} denies it: ${verdict.reason}.`,
        fix: `Correct ${field ?? "nodeUri"}, or the chain id.`,
      };
      break;
    case "unknown":
      yield {
        place,
        severity: "unknown",
        message: `${node} did not tell its chain: ${verdict.reason}.`,
        fix: `Try again, or correct ${field ?? "nodeUri"}.`,
      };
      break;
    case "unasked":
      yield {
        place,
        // Where nobody was asked at all, nothing was checked.
        severity: wasAsked ? "note" : "unknown",
        message: `${some} was asked: ${verdict.reason}.`,
        fix: NAME_ONE,
      };
      break;
    case "right":
      if (verdict.doubt !== undefined) {
        yield {
          place,
          severity: "note",
          message: `${node} has the right chain id, but ${verdict.doubt}.`,
          fix: "Nothing. A node that gives block 0 tells more.",
        };
      }
      break;
  }
}

/** Where there is what may be a chain, that is a finding of its own. */
function isEmpty({ entries, others, beyond }: LintFile): boolean {
  return entries.length + others.length + beyond.length === 0;
}
