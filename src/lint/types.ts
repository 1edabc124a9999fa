import type { Edit } from "../base/text.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type {
  PortalFieldDefinition,
  PortalShape,
} from "../networks/definition.ts";
import type { Dialect } from "../networks/dialects.ts";
import type { ReadChain } from "../sources/portal/chains-in.ts";
import type {
  Place,
  ReadDuplicate,
  ReadMember,
  ReadUnknown,
} from "../sources/values.ts";
import type { NetworkIndex, Use } from "./network-index.ts";
import type { LintRuleInfo, LintSeverity } from "./report.ts";

/** A portal file whose entries are matched to the networks. */
export interface LintFile {
  readonly text: string;
  /** The text with blanks in place of comments. */
  readonly code: string;
  /** How often each word occurs in the code. */
  readonly words: ReadonlyMap<string, number>;
  /** How many fields with a name the entries have. */
  readonly keys: ReadonlyMap<string, number>;
  readonly entries: readonly LintEntry[];
  /** Entries of an address book. */
  readonly books: readonly LintEntry[];
  /** Entries of none of these kinds, which are not checked. */
  readonly others: readonly LintEntry[];
  /** Entries that a later one of the same name overrides, and lists of them. */
  readonly duplicates: readonly ReadDuplicate[];
  /** Parts that may be entries, but are not known. */
  readonly unknownParts: readonly ReadUnknown[];
}

/** One chain of a file. */
export interface LintEntry {
  /**
   * A portal's configuration, a wallet's metadata (`networksMetadata.config.js`), an
   * address book's contracts, or none of them.
   */
  readonly kind: "portal" | "metadata" | "book" | "other";
  readonly chain: ReadChain;
  /** Its key and the names in its fields. */
  readonly names: readonly string[];
  /** `undefined` if it is missing or cannot be determined. */
  readonly chainId: number | undefined;
  /** `undefined` unless it is certain. */
  readonly network: ResolvedAlphaNetwork | undefined;
  /**
   * The fields that it should have: those of its network's portal configuration or,
   * with `isOtherVersion`, of the registry's version.
   */
  readonly expected: PortalShape;
  readonly isOtherVersion: boolean;
  /** The dialect of most of its fields, or else of most of the file's. */
  readonly dialect: Dialect;
  readonly fields: readonly LintField[];
  /** The right names of misspelled fields, by the wrong ones. */
  readonly suggestions: ReadonlyMap<string, FieldSuggestion>;
  /** Its values that belong to other networks; none of a book. */
  readonly foreign: readonly ForeignValue[];
  /** Those of them that it was copied with. */
  readonly copied: readonly ForeignValue[];
}

/** The right name of a misspelled field. */
export interface FieldSuggestion {
  /** In the entry's dialect. */
  readonly name: string;
  /** In the reference. */
  readonly field: string;
}

/** A value of an entry that belongs to another one of the networks. */
export interface ForeignValue extends LintString, Use {
  readonly isContract: boolean;
}

/** One member of an entry. */
export interface LintField {
  readonly member: ReadMember;
  /** Its name in the reference, or its own name if the reference has no such field. */
  readonly field: string;
  /** `undefined` unless only one dialect uses its name. */
  readonly dialect: Dialect | undefined;
  /** `undefined` if no network has the field. */
  readonly definition: PortalFieldDefinition | undefined;
}

/** One finding of a rule. */
export interface LintProblem {
  /** Default: the rule that found it. */
  readonly rule?: LintRuleInfo | undefined;
  readonly place: Place;
  readonly message: string;
  /** Default: the rule's. */
  readonly severity?: LintSeverity | undefined;
  /** Default: the rule's. */
  readonly fix?: string | undefined;
  /** The edit that repairs it, if it is mechanical. */
  readonly edit?: Edit | undefined;
  /** Default: the rule's if it is an error, and otherwise none. */
  readonly covers?: readonly string[] | undefined;
}

/** A file, and the networks that rules compare it with. */
export interface LintInput {
  readonly file: LintFile;
  readonly index: NetworkIndex;
}

/** Finds problems in a file. */
export type LintTest = (
  input: LintInput,
) => Iterable<LintProblem> | Promise<Iterable<LintProblem>>;

/** A rule: its description, and the test that finds violations of it. */
export interface LintRule extends LintRuleInfo {
  /**
   * The rules whose findings are left out at the place of an error of this rule, because
   * its repair repairs them.
   */
  readonly covers?: readonly string[] | undefined;
  readonly find: LintTest;
}

/** The place of what is wrong with a file as a whole. */
export const START: Place = { line: 1, column: 1, start: 0, end: 0 };

/** A string in an entry, possibly nested. */
export interface LintString {
  /** The field: `rpc` for `rpc[0]`. */
  readonly name: string;
  readonly text: string;
  readonly place: Place;
}

/** A test of each part of a file that a rule is about. */
export function each<Part>(
  partsOf: (input: LintInput) => Iterable<Part>,
  test: (
    part: Part,
    input: LintInput,
  ) => LintProblem | undefined | Promise<LintProblem | undefined>,
): LintTest {
  return async (input) => {
    const problems: LintProblem[] = [];
    for (const part of partsOf(input)) {
      const problem = await test(part, input);
      if (problem !== undefined) {
        problems.push(problem);
      }
    }
    return problems;
  };
}

/** Several tests, one after the other. */
export function all(...tests: readonly LintTest[]): LintTest {
  return async (input) => {
    const found: LintProblem[] = [];
    for (const test of tests) {
      found.push(...(await test(input)));
    }
    return found;
  };
}

/** The parts of all entries, each with its entry. */
export function inEach<Part>(
  entriesOf: (input: LintInput) => readonly LintEntry[],
  partsOf: (entry: LintEntry, input: LintInput) => Iterable<Part>,
) {
  return function* (input: LintInput) {
    for (const entry of entriesOf(input)) {
      for (const part of partsOf(entry, input)) {
        yield { entry, part };
      }
    }
  };
}

/** The file as a whole. */
export function wholeFile({ file }: LintInput) {
  return [file];
}

/** The entries of portals and wallets. */
export function entriesIn({ file }: LintInput): readonly LintEntry[] {
  return file.entries;
}

export function entriesAndBooksIn({ file }: LintInput): readonly LintEntry[] {
  return [...file.entries, ...file.books];
}

export function booksIn({ file }: LintInput): readonly LintEntry[] {
  return file.books;
}

/** The fields of portals' and wallets' entries. */
export function fieldsIn({ file }: LintInput) {
  return file.entries.flatMap((entry) =>
    entry.fields.map((field) => ({ ...field, entry })),
  );
}
