import { packageVersion } from "../../../src/base/command.ts";
import { PLUGIN_ID } from "../../../src/base/errors.ts";
import type {
  LintFinding,
  LintReport,
  LintRuleInfo,
  LintSeverity,
} from "../../../src/lint/report.ts";
import { type PathBase, printJson, relativePath } from "../../cli/output.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The base of all paths, which whoever reads the log replaces with a folder. */
const SOURCE_ROOT = "%SRCROOT%";

/** A result with the kind `open` has no level (section 3.27.9 of SARIF). */
const LEVELS = {
  error: "error",
  unknown: "none",
  warning: "warning",
} as const satisfies Record<LintSeverity, string>;

/**
 * The report of `alpha lint` in the Static Analysis Results Interchange Format.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/
 */
export function lintSarif(
  report: LintReport,
  { rules, ...base }: SarifContext,
): string {
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    // By which a file of ours is recognised, as by this member of other reports.
    properties: { task: report.task },
    runs: [
      {
        tool: {
          driver: {
            name: PLUGIN_ID,
            version: packageVersion(),
            informationUri: `https://www.npmjs.com/package/${PLUGIN_ID}`,
            rules: rules.map(descriptor),
          },
        },
        columnKind: "utf16CodeUnits",
        artifacts: report.files.map(({ file }) => ({
          location: artifactLocation(file, base),
        })),
        results: report.findings.map((finding) =>
          result(finding, { rules, ...base }),
        ),
      },
    ],
  };
  return printJson(log);
}

function descriptor({ id, severity, summary, fix }: LintRuleInfo) {
  return {
    id,
    shortDescription: { text: summary },
    // GitHub requires both.
    fullDescription: { text: summary },
    help: { text: fix },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function result(finding: LintFinding, { rules, ...base }: SarifContext) {
  const { file, rule, severity, message, fix } = finding;
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: LEVELS[severity],
    kind: severity === "unknown" ? "open" : "fail",
    message: { text: `${message} ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactLocation(file, base),
          region: regionOf(finding),
        },
      },
    ],
  };
}

function regionOf({ line, column, endColumn }: LintFinding) {
  // JSON has no members that are undefined.
  return line && { startLine: line, startColumn: column, endColumn };
}

function artifactLocation(file: string, base: PathBase) {
  const uri = relativePath(file, base)
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
  return { uri, uriBaseId: SOURCE_ROOT };
}

export interface SarifContext extends PathBase {
  /** All rules that the report may name. */
  readonly rules: readonly LintRuleInfo[];
}
