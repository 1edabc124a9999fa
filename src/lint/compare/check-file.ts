import { resolve } from "node:path";
import type { AlphaConfig } from "../../config/types.ts";
import { readJson } from "../../sources/read-json.ts";
import {
  MAX_STATE_BYTES,
  readSourceFile,
} from "../../sources/read-source-file.ts";
import { readScript } from "../../sources/script/read-script.ts";
import type { ReadValue } from "../../sources/values.ts";
import { findProblems } from "../find-problems.ts";
import { lintReportOf, toFindings } from "../findings.ts";
import { failureOf } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintFinding, LintReport } from "../report.ts";
import { LINT_RULES } from "../rules.ts";
import { START } from "../types.ts";
import {
  comparison,
  type EntriesOptions,
  type GeneratedEntries,
} from "./compare-entries.ts";
import { NOT_COMPARED } from "./compare-rules.ts";
import { compareValues } from "./compare-values.ts";
import { readLines } from "./read-values.ts";

/** The content that a command would write to a file. */
export type Generated =
  | GeneratedEntries
  /** The whole file: of a module the exports, of a text the lines. */
  | { readonly kind: "json" | "module" | "lines"; readonly values: unknown };

export interface FileToCheck
  extends Pick<EntriesOptions, "isExplicit" | "reveal"> {
  readonly task: Exclude<LintReport["task"], "lint">;
  /** Relative to the working directory. */
  readonly file: string;
  /** `undefined` if nothing would be written. */
  readonly generated: Generated | undefined;
}

const OTHERS = { config: "the configuration", export: "the export" } as const;
const READERS = {
  json: readJson,
  module: async (text: string, file: string) =>
    (await readScript(text, file, "module.mts")).value,
  lines: readLines,
};

/** Compares a file with what a command would write; entries are linted, too. */
export async function checkFile(
  config: AlphaConfig,
  check: FileToCheck,
): Promise<LintReport> {
  const { file, task } = check;
  const findings = await findingsIn(config, check).catch((error) => [
    failureOf(file, error),
  ]);
  return lintReportOf(task, [{ file, findings, fixed: [] }]);
}

async function findingsIn(
  config: AlphaConfig,
  { task, file, generated, isExplicit, reveal }: FileToCheck,
): Promise<readonly LintFinding[]> {
  const isWhole = generated !== undefined && "values" in generated;
  const maxBytes = isWhole ? MAX_STATE_BYTES : undefined;
  const text = await readSourceFile(resolve(file), file, maxBytes);
  const other = OTHERS[task];
  if (generated === undefined) {
    return toFindings(file, text, [
      {
        rule: NOT_COMPARED,
        place: START,
        message: `The file was not compared: ${other} is empty.`,
        fix: "Set the values in the Hardhat config.",
      },
    ]);
  }
  if ("values" in generated) {
    const { kind, values } = generated;
    const actual = await READERS[kind](text, file);
    const compared = isExplicit ? onlyMembersOf(values, actual) : actual;
    const differences = compareValues(compared, values, {
      other,
      title: "",
    });
    return toFindings(file, text, [...differences]);
  }
  const options = { generated, other, isExplicit, reveal };
  const index = indexNetworks(
    config,
    new Set(isExplicit ? generated.networks.keys() : []),
  );
  const linted = await parseLintFile(text, file, index);
  const problems = await findProblems(linted, index, [
    ...LINT_RULES,
    comparison(options),
  ]);
  // A check repairs nothing.
  const found = problems.map((problem) => ({ ...problem, edit: undefined }));
  return toFindings(file, text, found);
}

/** Further members of a file are other networks, if the user named the networks. */
function onlyMembersOf(expected: unknown, actual: ReadValue): ReadValue {
  if (actual.kind !== "object") {
    return actual;
  }
  const members = [...actual.members].filter(([name]) =>
    Object.hasOwn(Object(expected), name),
  );
  return { ...actual, members: new Map(members) };
}
