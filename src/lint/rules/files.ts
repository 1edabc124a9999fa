import { ownValue } from "../../base/records.ts";
import { idOf } from "../../sources/portal/chains-in.ts";
import type { ReadUnknown } from "../../sources/values.ts";
import { expectedInBook } from "../book-addresses.ts";
import type { LintRuleInfo } from "../report.ts";
import { listed, titleOf } from "../texts.ts";
import {
  all,
  each,
  entriesAndBooksIn,
  type LintEntry,
  type LintRule,
  START,
  wholeFile,
} from "../types.ts";

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
  find: each(wholeFile, ({ others: [first, ...others] }) => {
    if (first === undefined) {
      return undefined;
    }
    const titles = listed([first, ...others].map(titleOf));
    return {
      place: first.chain.place,
      message: `No field of a portal configuration, a wallet's chain or an address book was found in ${titles}.`,
    };
  }),
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
  find: each(wholeFile, ({ entries, books, others, unknownParts }) => {
    const all = [...entries, ...books, ...others, ...unknownParts];
    if (all.length > 0) {
      return undefined;
    }
    return { place: START, message: "The file has no chains." };
  }),
};

export const UNKNOWABLE_CHAIN: LintRule = {
  id: "unknowable-chain",
  severity: "unknown",
  summary:
    "A chain, a chain id or an address that the file alone does not have.",
  fix: "Write it as a literal.",
  find: all(
    each(entriesAndBooksIn, (entry) => {
      const { chain, network } = entry;
      const unknown = unknownIn(entry);
      const [first] = unknown;
      if (first === undefined) {
        return undefined;
      }
      const { place, reason } = first.value;
      const names = new Set(unknown.map(({ name }) => name));
      if (network === undefined) {
        return {
          place: chain.place,
          message: `This chain could not be identified, so it was not compared with a network: its chain id ${reason}.`,
        };
      }
      return {
        place,
        message: `${listed([...names])} of ${network.name} could not be compared: the value ${reason}.`,
      };
    }),
    each(
      ({ file }) => file.unknownParts,
      ({ place, reason }) => ({
        place,
        message: `There may be more chains here, which were not checked: this ${reason}.`,
      }),
    ),
  ),
};

interface UnknownValue {
  readonly name: string;
  readonly value: ReadUnknown;
}

/** The chain id and, in an entry of a network, the registry's addresses that are unknown. */
function unknownIn(entry: LintEntry): readonly UnknownValue[] {
  const { chain, expected, fields, kind, network } = entry;
  const inPortal = fields.flatMap(({ field, member }) => {
    const rule = field === undefined ? undefined : ownValue(expected, field);
    const isContract =
      rule?.type === "address" && (rule.role ?? rule.v3Contract) !== undefined;
    // There is nothing to compare with where the configuration has no address.
    const { portal = {}, otherPortal = {} } = network ?? {};
    const name = String(field);
    const isSet = (otherPortal[name]?.value ?? portal[name]) !== undefined;
    return isContract && isSet ? member : [];
  });
  return [idOf(chain) ?? [], kind === "book" ? expectedInBook(entry) : inPortal]
    .flat()
    .flatMap(({ name, value }) =>
      value?.kind === "unknown" ? { name, value } : [],
    );
}

export const DIFFERENCE: LintRuleInfo = {
  id: "difference",
  severity: "error",
  summary: "A value that is not the one that would be written.",
  fix: "Write the file again with --out, or correct the Hardhat config.",
};

export const NOT_COMPARED: LintRuleInfo = {
  id: "not-compared",
  severity: "unknown",
  summary: "A field, entry or file that could not be compared.",
  fix: "Write the value as a literal.",
};
