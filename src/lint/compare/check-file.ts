import { resolve } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import { quoted } from "../../base/text.ts";
import {
  buildPortalConfig,
  type PortalFieldValue,
} from "../../config/network-values.ts";
import { buildOtherPortalConfig } from "../../config/other-portal.ts";
import type { AlphaConfig } from "../../config/types.ts";
import { placeholderFor } from "../../connect/portal-configs.ts";
import {
  type NetworkSelection,
  selectedNames,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { fieldIn } from "../../networks/dialects.ts";
import { idOf } from "../../sources/portal/chains-in.ts";
import { readJson } from "../../sources/read-json.ts";
import {
  MAX_STATE_BYTES,
  readSourceFile,
} from "../../sources/read-source-file.ts";
import { readScript } from "../../sources/script/read-script.ts";
import { lineMap } from "../../sources/script/syntax.ts";
import type { ReadValue } from "../../sources/values.ts";
import { findProblems, lintReportOf, toFindings } from "../findings.ts";
import { failureOf } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../read-entries.ts";
import type { LintFinding, LintReport } from "../report.ts";
import { DIFFERENCE, NOT_COMPARED } from "../rules/files.ts";
import { LINT_RULES } from "../rules.ts";
import { listed, titleOf } from "../texts.ts";
import {
  type LintEntry,
  type LintFile,
  type LintProblem,
  START,
} from "../types.ts";
import { compareValues, onlyMembersOf } from "./compare-values.ts";

/** The content that a command would write to a file. */
export type Generated =
  | GeneratedEntries
  /** The whole file: of a module the exports, of a text the lines. */
  | {
      readonly kind: "json" | "module" | "lines";
      readonly values: unknown;
      /** True if its members are networks, or of networks. */
      readonly isByNetwork?: boolean | undefined;
    };

interface FileToCheck {
  readonly task: Exclude<LintReport["task"], "lint">;
  /** Relative to the working directory. */
  readonly file: string;
  /** `undefined` if nothing would be written. */
  readonly generated: Generated | undefined;
  /** A message for each value that would not be written, because it is not set. */
  readonly gaps?: readonly string[];
  /** True if the user selected the networks by name. */
  readonly isExplicit: boolean;
  /** True if a placeholder instead of a secret value is a difference. */
  readonly reveal?: boolean | undefined;
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
  const { file, task, gaps = [] } = check;
  const found = await findingsIn(config, check).catch((error) => [
    failureOf(file, error),
  ]);
  const unset = gaps.map((message) => notCompared(message));
  const findings = [...found, ...toFindings(file, "", unset)];
  return lintReportOf(task, [{ file, findings, fixed: [] }]);
}

async function findingsIn(
  config: AlphaConfig,
  check: FileToCheck,
): Promise<readonly LintFinding[]> {
  const { task, file, generated, isExplicit } = check;
  const isWhole = generated !== undefined && "values" in generated;
  const maxBytes = isWhole ? MAX_STATE_BYTES : undefined;
  const text = await readSourceFile(resolve(file), file, maxBytes);
  const other = OTHERS[task];
  if (generated === undefined) {
    const message = `The file was not compared: ${other} is empty.`;
    const fix = "Set the values in the Hardhat config.";
    return toFindings(file, text, [notCompared(message, fix)]);
  }
  if ("values" in generated) {
    const { kind, values, isByNetwork } = generated;
    const actual = await READERS[kind](text, file);
    const compared =
      isExplicit && isByNetwork ? onlyMembersOf(values, actual) : actual;
    const differences = compareValues(compared, values, { other, title: "" });
    return toFindings(file, text, [...differences]);
  }
  const index = indexNetworks(
    config,
    new Set(isExplicit ? generated.networks.keys() : []),
  );
  const linted = await parseLintFile(text, file, index);
  const problems = await findProblems(linted, index, [
    ...LINT_RULES,
    {
      ...DIFFERENCE,
      covers: LINT_RULES.map(({ id }) => id),
      find: async () => compareEntries(linted, generated, check),
    },
  ]);
  // A check repairs nothing.
  const found = problems.map((problem) => ({ ...problem, edit: undefined }));
  return toFindings(file, text, found);
}

function notCompared(message: string, fix = "Complete it, and compare again.") {
  return { rule: NOT_COMPARED, place: START, message, fix };
}

/** The lines of a text, whatever its line endings. */
function readLines(text: string): ReadValue {
  const place = lineMap(text);
  const lines = text.matchAll(/([^\r\n]*)(?:\r\n|[\r\n])|[^\r\n]+$/g);
  return {
    kind: "list",
    items: [...lines].map(
      ({ 0: whole, 1: line = whole, index }): ReadValue => ({
        kind: "scalar",
        value: line,
        place: place(index, index + line.length),
      }),
    ),
    place: place(0, 0),
  };
}

/** The entry that a command would write for a network. */
interface GeneratedEntry {
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
  /** The keys of a network's entries, if clients look for them by key. */
  readonly keys?: ReadonlyMap<AlphaNetworkName, readonly string[]> | undefined;
}

const KINDS: Readonly<Record<GeneratedEntries["kind"], string>> = {
  portal: "a portal configuration",
  metadata: "metadata for wallets",
  book: "an address book's entry",
};

/** Compares the entries of a file with those that a command would write. */
function compareEntries(
  file: LintFile,
  { kind, networks, keys }: GeneratedEntries,
  { task, isExplicit, reveal }: FileToCheck,
): readonly LintProblem[] {
  const all = [...file.entries, ...file.books, ...file.others];
  const problems: LintProblem[] = [];
  const missing: string[] = [];
  for (const [name, generate] of networks) {
    const own = all.filter(({ network }) => network?.name === name);
    const ofKind = own.filter((candidate) => candidate.kind === kind);
    const expectedKeys = keys?.get(name) ?? [];
    const byKey = ofKind.filter(({ chain }) =>
      expectedKeys.includes(chain.label ?? ""),
    );
    const entries = byKey.length > 0 ? byKey : ofKind.slice(0, 1);
    const [another] = own;
    const [first] = entries;
    for (const entry of entries) {
      const { values, placeholders } = generate(entry);
      const differences = compareValues(entry.chain, values, {
        other: OTHERS[task],
        reveal,
        title: `${titleOf(entry)}: `,
        placeholders,
        isEntry: true,
        isOpen: kind !== "portal",
      });
      problems.push(...differences);
    }
    const found = new Set(entries.map(({ chain }) => chain.label));
    const missingKeys = expectedKeys.filter((key) => !found.has(key));
    if (first !== undefined && missingKeys.length > 0) {
      problems.push({
        rule: DIFFERENCE,
        place: first.chain.place,
        message: `${name} has no entry ${listed(missingKeys.map(quoted))}, by which clients look for it.`,
        fix: "Write the file again.",
      });
    }
    if (first === undefined && another !== undefined) {
      problems.push({
        rule: NOT_COMPARED,
        place: another.chain.place,
        message: `${titleOf(another)}: the entry is not ${KINDS[kind]}.`,
        fix: "Pass a file of that kind, or compare this one with alpha config --check or alpha export --check.",
      });
    } else if (first === undefined) {
      missing.push(name);
    }
  }
  // A file need not have all networks unless the user selected them by name.
  if (missing.length > 0 && (isExplicit || missing.length === networks.size)) {
    const isKnown = all.every(
      (one) => one.network || idOf(one.chain)?.value.kind !== "unknown",
    );
    const isProven = isExplicit && isKnown && file.unknownParts.length === 0;
    problems.push({
      rule: isProven ? DIFFERENCE : NOT_COMPARED,
      place: START,
      message: `No entry could be identified as ${listed(missing)}.`,
      fix: "Add the entry, correct its chain id and network, or pass the names of the networks that the file has.",
    });
  }
  return problems;
}

/**
 * Checks a portal file like `alpha lint`, and compares it with the resolved portal
 * configurations of the selected networks. Reads configuration variables, so a keystore
 * may prompt.
 *
 * @param file relative to the working directory
 * @param reveal whether a placeholder instead of a secret value is a difference
 * @throws HardhatPluginError if the selection or a URL is invalid.
 */
export async function checkConfig(
  config: HardhatConfig,
  selection: NetworkSelection,
  { file, reveal }: { readonly file: string; readonly reveal: boolean },
): Promise<LintReport> {
  const networks = new Map<
    AlphaNetworkName,
    (entry: LintEntry) => GeneratedEntry
  >();
  for (const { network } of selectNetworks(config, selection)) {
    const fields = await buildPortalConfig(network);
    const other = await buildOtherPortalConfig(network);
    networks.set(network.name, (entry) =>
      generate(entry, entry.isOtherVersion ? other : fields),
    );
  }
  return await checkFile(config.alpha, {
    task: "config",
    file,
    generated: { kind: "portal", networks },
    isExplicit: selectedNames(selection).length > 0,
    reveal,
  });
}

/** The fields by the names that an entry has for them, or has in its dialect. */
function generate(
  { dialect, fields }: LintEntry,
  configured: readonly PortalFieldValue[],
): GeneratedEntry {
  const values: Record<string, unknown> = {};
  const placeholders = new Map<string, string>();
  for (const { field, value, origin } of configured) {
    const own = fields.flatMap((one) =>
      one.field === field ? one.member.name : [],
    );
    const names = own.length === 0 ? [fieldIn(dialect, field)] : own;
    const placeholder = placeholderFor(value, origin);
    for (const name of names) {
      values[name] = value ?? null;
      if (placeholder !== undefined) {
        placeholders.set(name, placeholder);
      }
    }
  }
  return { values, placeholders };
}
