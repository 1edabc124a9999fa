import { PLUGIN_ID } from "../../src/base/errors.ts";
import { isRecord } from "../../src/base/records.ts";
import { parseJson } from "../../src/files/json.ts";
import { checkOut } from "../../src/files/output-files.ts";
import type { LintReport, LintRuleInfo } from "../../src/lint/report.ts";
import { printJson } from "../cli/json.ts";
import { chooseFormat, emit } from "../cli/output.ts";
import { repositoryRoot } from "../cli/paths.ts";
import type { TextStyle } from "../cli/style.ts";
import { lintGithub } from "./formats/github.ts";
import { type LintContext, lintSarif } from "./formats/sarif.ts";
import { lintTable } from "./formats/table.ts";

/** Where and how findings are printed. */
export interface FindingsOutput {
  readonly format: string;
  readonly out: string | undefined;
  readonly force: boolean;
}

/**
 * Whether findings can be printed so, asked before files are read.
 *
 * @param inputs the files that are checked, which no report may replace
 * @throws HardhatPluginError if not.
 */
export async function checkFindingsOutput(
  { format, out, force }: FindingsOutput,
  inputs: readonly string[],
): Promise<void> {
  const { isOurs } = chooseFormat(LINT_FORMATS, format);
  await checkOut(out, { isOurs, force }, inputs);
}

/** Prints a report of findings, or writes it to a file. */
export async function emitFindings(
  report: LintReport,
  rules: readonly LintRuleInfo[],
  { format, out }: FindingsOutput,
): Promise<void> {
  const { render } = chooseFormat(LINT_FORMATS, format);
  const folder = process.cwd();
  const root = repositoryRoot(process.env["GITHUB_WORKSPACE"], folder);
  await emit((style) => render(report, { rules, folder, root, style }), out);
}

/** One way to print what was found in files. */
interface LintFormat {
  readonly render: (
    report: LintReport,
    context: LintContext & { readonly style: TextStyle },
  ) => string;
  /** Whether a file holds what this format has printed before. */
  readonly isOurs: (text: string) => boolean;
}

/** A new format is a file and an entry. */
export const LINT_FORMATS: Readonly<Record<string, LintFormat>> = {
  table: {
    render: (report, { style }) => lintTable(report, style),
    isOurs: (text) =>
      /\n\nalpha (?:lint|config --check): (?:OK|FAILED|UNKNOWN) \(/.test(text),
  },
  json: {
    render: printJson,
    isOurs: (text) => {
      const report = parseJson(text);
      return (
        isRecord(report) &&
        (report["task"] === "lint" || report["task"] === "config") &&
        Array.isArray(report["findings"])
      );
    },
  },
  sarif: {
    render: lintSarif,
    isOurs: (text) => {
      const log = parseJson(text);
      return (
        isRecord(log) &&
        log["version"] === "2.1.0" &&
        JSON.stringify(log["runs"] ?? "").startsWith(
          `[{"tool":{"driver":{"name":${JSON.stringify(PLUGIN_ID)}`,
        )
      );
    },
  },
  github: {
    render: lintGithub,
    isOurs: (text) =>
      /^::notice title=alpha (?:lint|config --check)%3A /m.test(text),
  },
};
