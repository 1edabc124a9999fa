import { idOf } from "../../sources/portal/chains-in.ts";
import type { LintRuleInfo } from "../report.ts";
import { listed, titleOf } from "../texts.ts";
import { type LintRule, START } from "../types.ts";

export const SYNTAX: LintRuleInfo = {
  id: "syntax",
  severity: "error",
  summary: "A file that is not valid JavaScript or JSON.",
  fix: "Correct the syntax error.",
};

export const UNREADABLE: LintRule = {
  id: "unreadable",
  severity: "unknown",
  summary:
    "A file, or an entry of a file, that could not be read as that of a portal, a wallet or an address book.",
  fix: "Pass a portal's chains.config.js, .cjs, .mjs, .ts or .json, its networksMetadata.config.js, or an address.json, with its values in the file itself.",
  *check({ file: { others } }) {
    const [first] = others;
    if (first !== undefined) {
      yield {
        place: first.chain.place,
        message: `No field of a portal configuration, a wallet's chain or an address book was found in ${listed(others.map(titleOf))}.`,
      };
    }
  },
};

export const UNREPAIRED: LintRuleInfo = {
  id: "unrepaired",
  severity: "unknown",
  summary: "A file that --fix could not write.",
  fix: "Check the file's permissions, and try again.",
};

export const NO_CHAINS: LintRule = {
  id: "no-chains",
  severity: "error",
  summary: "A file without chains: a portal with it shows nothing.",
  fix: "Add the chains: alpha config --format js prints those of the Hardhat config.",
  *check({ file: { entries, books, others, unknownParts } }) {
    if (
      entries.length + books.length + others.length + unknownParts.length ===
      0
    ) {
      yield { place: START, message: "The file has no chains." };
    }
  },
};

export const UNKNOWABLE_CHAIN: LintRule = {
  id: "unknowable-chain",
  severity: "unknown",
  summary: "A chain, or a chain id, that the file alone does not have.",
  fix: "Write the chain as a literal.",
  *check({ file }) {
    for (const { place, reason } of file.unknownParts) {
      yield {
        place,
        message: `There may be more chains here, which were not checked: this ${reason}.`,
      };
    }
  },
  *checkEntry({ chain, network }) {
    const obstacle = idOf(chain)?.value;
    if (network === undefined && obstacle?.kind === "unknown") {
      yield {
        place: chain.place,
        message: `This chain could not be identified, so it was not compared with a network: its chain id ${obstacle.reason}.`,
      };
    }
  },
};
