import { quoted } from "../quoted.ts";
import type { LintRule } from "../types.ts";

/** Several chains of a file with one chain id, of which clients find the first. */
export const DUPLICATE_CHAIN: LintRule = {
  id: "duplicate-chain",
  severity: "error",
  summary: "A chain id that several chains of a file have.",
  fix: "Keep one of them in a file: clients look chains up by their id.",
  *check({ file }) {
    const first = new Map<number, number>();
    for (const { chain, chainId, names } of file.entries) {
      if (chainId === undefined) {
        continue;
      }
      const member = chain.members.get("chainId");
      const line = first.get(chainId);
      if (line === undefined) {
        first.set(chainId, member?.key.line ?? chain.place.line);
        continue;
      }
      const [name] = names;
      yield {
        place: member?.key ?? chain.place,
        message: `The chain id ${chainId} is there already, on line ${line}${name === undefined ? "" : `, and here for ${quoted(name)}`}.`,
      };
    }
  },
};
