import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { LINT_RULES } from "../rules.ts";
import { listed, titleOf } from "../texts.ts";
import {
  type LintEntry,
  type LintFile,
  type LintProblem,
  type LintRule,
  START,
} from "../types.ts";
import { DIFFERENCE, NOT_COMPARED } from "./compare-rules.ts";
import { compareValues } from "./compare-values.ts";

/** The entry that a command would write for a network. */
export interface GeneratedEntry {
  /** `null`: not set. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The placeholders of secret values, by name. */
  readonly placeholders?: ReadonlyMap<string, string> | undefined;
}

/** The entries that a command would write. */
export interface GeneratedEntries {
  readonly kind: Exclude<LintEntry["kind"], "other">;
  /** For an entry of the file, whose dialect and version count. */
  readonly networks: ReadonlyMap<
    AlphaNetworkName,
    (entry: LintEntry) => GeneratedEntry
  >;
}

export interface EntriesOptions {
  readonly generated: GeneratedEntries;
  /** The origin of the generated values: `the configuration`, `the export`. */
  readonly other: string;
  /** True if the user selected the networks by name. */
  readonly isExplicit: boolean;
  /** True if a placeholder instead of a secret value is a difference. */
  readonly reveal?: boolean | undefined;
}

const KINDS: Readonly<Record<GeneratedEntries["kind"], string>> = {
  portal: "a portal configuration",
  metadata: "metadata for wallets",
  book: "an address book's entry",
};

/** A rule that compares the entries of a file with those that a command would write. */
export function comparison(options: EntriesOptions): LintRule {
  return {
    ...DIFFERENCE,
    covers: LINT_RULES.map(({ id }) => id),
    find: async ({ file }) => compareEntries(file, options),
  };
}

function compareEntries(
  file: LintFile,
  options: EntriesOptions,
): readonly LintProblem[] {
  const { generated, isExplicit } = options;
  const { kind, networks } = generated;
  const all = [...file.entries, ...file.books, ...file.others];
  const problems: LintProblem[] = [];
  const missing: string[] = [];
  for (const [name, generate] of networks) {
    const own = all.filter(({ network }) => network?.name === name);
    const entry = own.find((candidate) => candidate.kind === kind);
    const [another] = own;
    if (entry !== undefined) {
      const { values, placeholders } = generate(entry);
      const differences = compareValues(entry.chain, values, {
        ...options,
        title: `${titleOf(entry)}: `,
        placeholders,
        isEntry: true,
        isOpen: kind !== "portal",
      });
      problems.push(...differences);
    } else if (another !== undefined) {
      problems.push({
        rule: NOT_COMPARED,
        place: another.chain.place,
        message: `${titleOf(another)}: the entry is not ${KINDS[kind]}.`,
        fix: "Pass a file of that kind, or compare this one with alpha config --check or alpha export --check.",
      });
    } else {
      missing.push(name);
    }
  }
  // A file need not have all networks unless the user selected them by name.
  if (missing.length > 0 && (isExplicit || missing.length === networks.size)) {
    const isProven = isExplicit && file.unknownParts.length === 0;
    problems.push({
      rule: isProven ? DIFFERENCE : NOT_COMPARED,
      place: START,
      message: `No entry could be identified as ${listed(missing)}.`,
      fix: "Add the entry, correct its chain id and network, or pass the names of the networks that the file has.",
    });
  }
  return problems;
}
