import type { LintRule } from "../types.ts";

/** Parts of a file that may be chains, and may hold anything. */
export const UNKNOWABLE_CHAIN: LintRule = {
  id: "unknowable-chain",
  severity: "unknown",
  summary: "A chain that cannot be known without running the file.",
  fix: "Write the chain itself there: no code is run.",
  *check({ file }) {
    for (const { place, reason } of file.beyond) {
      yield {
        place,
        message: `There may be chains here that were not checked: this ${reason}.`,
      };
    }
    for (const { chain, network } of file.entries) {
      const id = chain.members.get("chainId") ?? chain.members.get("networkId");
      const [beyond] = chain.beyond;
      const obstacle = id === undefined ? beyond : id.value;
      if (network === undefined && obstacle?.kind === "unknown") {
        yield {
          place: chain.place,
          message: `Which chain this is cannot be known, so its addresses and URLs are held against nothing: its chain id ${obstacle.reason}.`,
        };
      }
    }
  },
};
