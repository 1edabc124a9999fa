import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { withoutUndefined } from "../base/records.ts";
import { applyEdits } from "../base/text.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import type { AlphaConfig } from "../config/types.ts";
import { ReadError, readSourceFile } from "../sources/read-source-file.ts";
import {
  type FileFindings,
  type FoundProblem,
  findProblems,
  lintReportOf,
  MAX_TEXT_LENGTH,
  toFindings,
} from "./findings.ts";
import { indexNetworks, type NetworkIndex } from "./network-index.ts";
import { parseLintFile } from "./read-entries.ts";
import type { LintFinding, LintReport } from "./report.ts";
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
    const path = resolve(file);
    const source = await readSourceFile(path, file);
    const failures: LintFinding[] = [];
    let linted = await fixText(source, file, index, write && MAX_ROUNDS);
    if (linted.text !== source) {
      try {
        await write?.(path, { old: source, new: linted.text });
      } catch (error) {
        failures.push(failureOf(file, error));
        linted = await fixText(source, file, index);
      }
    }
    const { text, problems, fixed } = linted;
    return {
      file,
      findings: [...failures, ...toFindings(file, text, problems)],
      fixed: fixed.flatMap((round) =>
        toFindings(file, round.text, round.problems),
      ),
    };
  } catch (error) {
    return { file, findings: [failureOf(file, error)], fixed: [] };
  }
}

/**
 * The finding for an expected error: an error if the file's syntax is invalid, unknown if
 * it could not be read or written. Rethrows any other error.
 */
export function failureOf(file: string, error: unknown): LintFinding {
  if (!HardhatPluginError.isHardhatPluginError(error)) {
    throw error;
  }
  let rule = UNREPAIRED;
  let { message } = error;
  let place: ReadError["place"];
  if (error instanceof ReadError) {
    rule = error.isSyntax ? SYNTAX : UNREADABLE;
    message = error.detail;
    place = error.place;
  }
  return withoutUndefined({
    file,
    line: place?.line,
    column: place?.column,
    rule: rule.id,
    severity: rule.severity,
    message: untrustedText(message, { maxLength: MAX_TEXT_LENGTH }),
    fix: rule.fix,
    fixable: false,
  });
}

/** Renaming a field may reveal a problem of its value. */
export const MAX_ROUNDS = 5;

interface LintedText {
  readonly text: string;
  readonly problems: readonly FoundProblem[];
}

export interface FixedText extends LintedText {
  /** Rounds of repairs, each with the text that its places refer to. */
  readonly fixed: readonly LintedText[];
}

/**
 * Checks a file's text after the repair of the problems that have an edit. The rest of the
 * text is unchanged.
 *
 * @throws ReadError if it is not a portal file.
 */
export async function fixText(
  source: string,
  file: string,
  index: NetworkIndex,
  maxRounds = 0,
): Promise<FixedText> {
  let text = source;
  const fixed: LintedText[] = [];
  for (;;) {
    const linted = await parseLintFile(text, file, index);
    const problems = await findProblems(linted, index);
    const fixable = problems.filter(({ edit }) => edit !== undefined);
    if (fixable.length === 0 || fixed.length === maxRounds) {
      return { text, problems, fixed };
    }
    fixed.push({ text, problems: fixable });
    // A constant that several chains use is repaired once.
    const edits = fixable.flatMap(({ edit }) => edit ?? []);
    const byStart = new Map(edits.map((edit) => [edit.start, edit]));
    text = applyEdits(text, byStart.values());
  }
}
