import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Nodes that serve another chain than their entry's, asked with `--online`. */
export const NODE_CHAIN: LintRule = {
  id: "node-chain",
  severity: "error",
  summary: "A node that serves another chain than its entry says.",
  fix: "Correct nodeUri, or the chain id.",
  *check({ nodes }) {
    for (const [entry, { endpoint, verdict }] of nodes) {
      const member = entry.chain.members.get("nodeUri");
      const place = member?.value.place ?? entry.chain.place;
      const node = `The node of ${titleOf(entry)}${endpoint === undefined ? "" : ` (${endpoint})`}`;
      switch (verdict.verdict) {
        case "wrong":
          yield { place, message: `${node} denies it: ${verdict.reason}.` };
          break;
        case "unknown":
          yield {
            place,
            severity: "unknown",
            message: `${node} did not tell its chain: ${verdict.reason}.`,
            fix: "Try again, or correct nodeUri.",
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
  },
};
