import { PLUGIN_ID } from "../../src/constants.ts";
import { parseJson } from "../../src/files/parse-json.ts";
import { lintGithub } from "../../src/report/formats/lint-github.ts";
import { lintJson } from "../../src/report/formats/lint-json.ts";
import { lintSarif } from "../../src/report/formats/lint-sarif.ts";
import { lintTable } from "../../src/report/formats/lint-table.ts";
import type { LintContext } from "../../src/report/lint-context.ts";
import type { LintReport } from "../../src/report/lint-report.ts";
import type { TextStyle } from "../../src/report/text-style.ts";
import { isRecord } from "../../src/rpc/is-record.ts";

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
    render: lintJson,
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
