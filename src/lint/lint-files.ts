import { realpath } from "node:fs/promises";
import { resolve } from "node:path";

import type { AlphaConfig } from "../config/types.ts";
import type { LintReport } from "../report/lint-report.ts";
import { readSourceFile } from "../sources/read/read-source-file.ts";
import { askNodes } from "./ask-nodes.ts";
import { findProblems } from "./find-problems.ts";
import { fixText } from "./fix-text.ts";
import { lintKnowledge } from "./lint-knowledge.ts";
import { type FileFindings, lintReportOf } from "./lint-report-of.ts";
import { parseLintFile } from "./parse-lint-file.ts";
import { readFailure } from "./read-failure.ts";
import { toFindings } from "./to-findings.ts";
import type { LintKnowledge } from "./types.ts";
import { writeFailure } from "./write-failure.ts";

/** How files are checked. */
export interface LintOptions {
  /** Whether the nodes in them are asked for their chain. */
  readonly online?: boolean | undefined;
  /**
   * Writes a file's repaired text in place of the one that was read; nothing is
   * repaired without it.
   */
  readonly write?:
    | ((path: string, texts: { old: string; new: string }) => Promise<void>)
    | undefined;
}

/**
 * Checks portals' files by themselves, and against the resolved configuration. A
 * file that cannot be read is a finding, and does not keep the others from being
 * checked; one that is named twice is checked once.
 *
 * @param files relative to the working directory
 */
export async function lintFiles(
  config: AlphaConfig,
  files: readonly string[],
  options: LintOptions = {},
): Promise<LintReport> {
  const knowledge = lintKnowledge(config);
  const seen = new Set<string>();
  const found: FileFindings[] = [];
  for (const file of files) {
    const path = await realpath(file).catch(() => resolve(file));
    if (!seen.has(path)) {
      seen.add(path);
      found.push(await lintFile(file, knowledge, options));
    }
  }
  return lintReportOf("lint", found);
}

async function lintFile(
  file: string,
  knowledge: LintKnowledge,
  { online = false, write }: LintOptions,
): Promise<FileFindings> {
  try {
    const source = await readSourceFile(resolve(file), file);
    const { text, fixed, findings } =
      write === undefined
        ? { text: source, fixed: [], findings: [] }
        : await repair(file, source, { knowledge, write });
    const parsed = parseLintFile(text, file, knowledge);
    const problems = await findProblems({
      file: parsed,
      knowledge,
      nodes: online ? await askNodes(parsed.entries) : undefined,
    });
    return {
      file,
      findings: [...findings, ...toFindings(file, text, problems)],
      fixed,
    };
  } catch (error) {
    return { file, findings: [readFailure(file, error)], fixed: [] };
  }
}

/** The text that the file has afterwards, and what became of its mistakes. */
async function repair(
  file: string,
  source: string,
  {
    knowledge,
    write,
  }: {
    readonly knowledge: LintKnowledge;
    readonly write: NonNullable<LintOptions["write"]>;
  },
) {
  const { text, fixed } = await fixText(source, file, knowledge);
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
