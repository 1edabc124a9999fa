import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { asString } from "../../sources/source-kind.ts";
import { MISSING_FIELD } from "../rules/fields.ts";
import { WRONG_TYPE } from "../rules/values.ts";
import { LINT_RULES } from "../rules.ts";
import { listed, titleOf } from "../texts.ts";
import { type LintEntry, type LintRule, START } from "../types.ts";
import { DIFFERENCE, NOT_COMPARED } from "./compare-rules.ts";
import { compareValues, type Difference } from "./compare-values.ts";

/** What a command would write for a network. */
export interface GeneratedEntry {
  /** `null`: not set. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What is written in place of secret values, by name. */
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
  /** What has the generated values: `the configuration`, `the export`. */
  readonly other: string;
  /** Whether the user selected the networks by name. */
  readonly isExplicit: boolean;
  /** Whether a placeholder instead of a secret value is a difference. */
  readonly reveal?: boolean | undefined;
}

const KINDS = {
  portal: ["a portal configuration", "Compare it with alpha config --check."],
  metadata: [
    "metadata for wallets",
    "Compare it with alpha export --format chain-metadata --check.",
  ],
  book: [
    "an address book's entry",
    "Compare it with alpha export --format address-json --check.",
  ],
  other: ["of another kind", "Check the path of the file."],
} as const satisfies Record<LintEntry["kind"], readonly [string, string]>;

/** A rule that compares the entries of a file with those that a command would write. */
export function comparison(options: EntriesOptions): LintRule {
  return {
    ...DIFFERENCE,
    covers: LINT_RULES.map(({ id }) => id),
    *check({ file }) {
      const { generated, isExplicit } = options;
      const { kind, networks } = generated;
      const missing: string[] = [];
      for (const [name, generate] of networks) {
        const own = [...file.entries, ...file.books, ...file.others].filter(
          ({ network }) => network?.network.name === name,
        );
        const entry = own.find((candidate) => candidate.kind === kind);
        const [another] = own;
        if (entry !== undefined) {
          yield* compareEntry(entry, generate(entry), options);
        } else if (another !== undefined) {
          const [what, fix] = KINDS[another.kind];
          yield {
            rule: NOT_COMPARED,
            place: another.chain.place,
            message: `${titleOf(another)}: the entry is ${what}, not ${KINDS[kind][0]}.`,
            fix,
          };
        } else {
          missing.push(name);
        }
      }
      // A file need not have all networks unless the user selected them by name.
      if (
        missing.length > 0 &&
        (isExplicit || missing.length === networks.size)
      ) {
        const isProven = isExplicit && file.unknownParts.length === 0;
        yield {
          rule: isProven ? DIFFERENCE : NOT_COMPARED,
          place: START,
          message: `No entry could be identified as ${listed(missing)}.`,
          fix: "Add the entry, correct its chain id and network, or pass the names of the networks that the file has.",
        };
      }
    },
  };
}

function* compareEntry(
  entry: LintEntry,
  { values, placeholders }: GeneratedEntry,
  { other, reveal }: EntriesOptions,
): Generator<Difference> {
  const { chain, kind } = entry;
  const title = `${titleOf(entry)}: `;
  yield* compareValues(chain, values, "", {
    other,
    title,
    placeholders,
    reveal,
    isOpen: kind !== "portal",
  });
  for (const [name, placeholder] of placeholders ?? []) {
    const own = chain.members.get(name)?.value;
    if (own !== undefined && reveal !== true && asString(own) === placeholder) {
      yield {
        rule: DIFFERENCE,
        severity: "warning",
        place: own.place,
        message: `${title}${name} (line ${own.place.line}) is the placeholder ${placeholder}, which is written without --reveal.`,
        fix: "Replace it with the value, which a portal needs. With --reveal, placeholders are errors.",
        covers: LINT_RULES.map(({ id }) => id),
      };
    }
  }
  const unset: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const own = chain.members.get(name)?.value;
    if (value === null && own === undefined) {
      unset.push(name);
    } else if (
      value === null &&
      own?.kind === "scalar" &&
      (own.value ?? null) === null
    ) {
      yield {
        rule: NOT_COMPARED,
        place: own.place,
        message: `${title}${name} (line ${own.place.line}) is set neither in the file nor in ${other}.`,
        fix: "Set it in the Hardhat config, and write the file again.",
        covers: [WRONG_TYPE.id],
      };
    }
  }
  if (unset.length > 0) {
    yield {
      rule: NOT_COMPARED,
      place: chain.place,
      message: `${title}${listed(unset)} ${unset.length === 1 ? "is" : "are"} set neither in the file nor in ${other}.`,
      fix: `Set ${unset.length === 1 ? "it" : "them"} in the Hardhat config, and write the file again.`,
      covers: [MISSING_FIELD.id],
    };
  }
}
