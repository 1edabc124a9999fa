import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { untrustedText } from "../base/untrusted-text.ts";
import type { AlphaConfig } from "../config/types.ts";
import { ReadError, readSourceFile } from "../sources/read-source-file.ts";
import { findProblems } from "./find-problems.ts";
import {
  type FileFindings,
  lintReportOf,
  MAX_TEXT_LENGTH,
  toFindings,
} from "./findings.ts";
import { indexNetworks, type NetworkIndex } from "./network-index.ts";
import { parseLintFile } from "./parse-lint-file.ts";
import { fixText } from "./repair/fix-text.ts";
import type { LintFinding, LintReport, LintRuleInfo } from "./report.ts";
import { SYNTAX, UNREADABLE, UNREPAIRED } from "./rules/files.ts";

export interface LintOptions {
  /** Replaces the text of a file. Without it, nothing is repaired. */
  readonly write?:
    | ((path: string, texts: { old: string; new: string }) => Promise<void>)
    | undefined;
}

/**
 * Checks portal files for mistakes, and compares them with the resolved
 * configuration. A file that cannot be read is a finding, and the other files are
 * still checked. A file that is passed twice is checked once.
 *
 * @param files relative to the working directory
 */
export async function lintFiles(
  config: AlphaConfig,
  files: readonly string[],
  options: LintOptions = {},
): Promise<LintReport> {
  const index = indexNetworks(config);
  const seen = new Set<string>();
  const found: FileFindings[] = [];
  for (const file of files) {
    const path = await realpath(file).catch(() => resolve(file));
    if (!seen.has(path)) {
      seen.add(path);
      found.push(await lintFile(file, index, options));
    }
  }
  return lintReportOf("lint", found);
}

async function lintFile(
  file: string,
  index: NetworkIndex,
  { write }: LintOptions,
): Promise<FileFindings> {
  try {
    const source = await readSourceFile(resolve(file), file);
    const { text, fixed, findings } =
      write === undefined
        ? { text: source, fixed: [], findings: [] }
        : await repair(file, source, { index, write });
    const linted = await parseLintFile(text, file, index);
    const problems = await findProblems(linted, index);
    return {
      file,
      findings: [...findings, ...toFindings(file, text, problems)],
      fixed,
    };
  } catch (error) {
    return { file, findings: [readFailure(file, error)], fixed: [] };
  }
}

/** Repairs a file. Its text is unchanged if it cannot be written. */
async function repair(
  file: string,
  source: string,
  {
    index,
    write,
  }: {
    readonly index: NetworkIndex;
    readonly write: NonNullable<LintOptions["write"]>;
  },
) {
  const { text, fixed } = await fixText(source, file, index);
  try {
    if (text !== source) {
      await write(resolve(file), { old: source, new: text });
    }
  } catch (error) {
    return {
      text: source,
      fixed: [],
      findings: [writeFailure(file, error)],
    };
  }
  return {
    text,
    fixed: fixed.flatMap((round) =>
      toFindings(file, round.text, round.problems),
    ),
    findings: [],
  };
}

/** The finding for an expected error of writing a file. Rethrows any other one. */
function writeFailure(file: string, error: unknown): LintFinding {
  if (!HardhatPluginError.isHardhatPluginError(error)) {
    throw error;
  }
  return failure(
    UNREPAIRED,
    file,
    untrustedText(error.message, { maxLength: MAX_TEXT_LENGTH }),
  );
}

/**
 * The finding for an error of reading a file: an error if its syntax is invalid,
 * unknown otherwise. Rethrows anything but a `ReadError`.
 */
export function readFailure(file: string, error: unknown): LintFinding {
  if (!(error instanceof ReadError)) {
    throw error;
  }
  const { line, column } = error.place ?? {};
  return {
    ...failure(error.isSyntax ? SYNTAX : UNREADABLE, file, error.detail),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

function failure(
  { id: rule, severity, fix }: LintRuleInfo,
  file: string,
  message: string,
): LintFinding {
  return { file, rule, severity, message, fix, fixable: false };
}
