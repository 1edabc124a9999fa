import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { untrustedText } from "../base/untrusted-text.ts";
import type { AlphaConfig } from "../config/types.ts";
import { ReadError, readSourceFile } from "../sources/read-source-file.ts";
import { askNodes } from "./ask-nodes.ts";
import {
  type FileFindings,
  findProblems,
  lintReportOf,
  toFindings,
} from "./findings.ts";
import { fixText } from "./fix-text.ts";
import { lintKnowledge } from "./knowledge.ts";
import { parseLintFile } from "./parse-lint-file.ts";
import type { LintFinding, LintReport } from "./report.ts";
import { SYNTAX, UNREADABLE, UNREPAIRED } from "./rules/files.ts";
import type { LintKnowledge } from "./types.ts";

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

const MOST_LENGTH = 600;

/**
 * The finding that a failure to write a file is, which keeps no other file from
 * being checked. Anything but a failure of ours is thrown again.
 */
function writeFailure(file: string, error: unknown): LintFinding {
  if (!HardhatPluginError.isHardhatPluginError(error)) {
    throw error;
  }
  const { id, severity, fix } = UNREPAIRED;
  return {
    file,
    rule: id,
    severity,
    message: untrustedText(error.message, { maxLength: MOST_LENGTH }),
    fix,
    fixable: false,
  };
}

/**
 * The finding that a failure to read a file is: proven wrong if it is none of its
 * language, unknown otherwise. Anything else is thrown again.
 */
export function readFailure(file: string, error: unknown): LintFinding {
  if (!(error instanceof ReadError)) {
    throw error;
  }
  const { id, severity, fix } = error.isSyntax ? SYNTAX : UNREADABLE;
  const { line, column } = error.place ?? {};
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    rule: id,
    severity,
    message: error.detail,
    fix,
    fixable: false,
  };
}
