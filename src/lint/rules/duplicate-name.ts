import { textIn } from "../../sources/value-in.ts";
import { quoted } from "../quoted.ts";
import type { LintRule } from "../types.ts";

/** Several chains of a file with one name, of which clients find the first. */
export const DUPLICATE_NAME: LintRule = {
  id: "duplicate-name",
  severity: "error",
  summary: "A name that several chains of a file have.",
  fix: "Give each chain a name of its own: clients look addresses up by it.",
  *check({ file }) {
    for (const field of ["network", "name"]) {
      const first = new Map<string, number>();
      for (const { chain } of file.entries) {
        const member = chain.members.get(field);
        const name = textIn(member?.value);
        if (member === undefined || name === undefined) {
          continue;
        }
        const line = first.get(name);
        if (line === undefined) {
          first.set(name, member.key.line);
        } else {
          yield {
            place: member.at,
            message: `The ${field} ${quoted(name)} is there already, on line ${line}.`,
          };
        }
      }
    }
  },
};
