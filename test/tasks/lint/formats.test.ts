import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import { Ajv, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { expect } from "chai";
import manifest from "../../../package.json" with { type: "json" };
import { lintReportOf } from "../../../src/lint/findings.ts";
import type { LintFinding, LintReport } from "../../../src/lint/report.ts";
import { ALL_RULES } from "../../../src/lint/rules.ts";
import { printJson } from "../../../tasks/cli/output.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { lintSarif } from "../../../tasks/lint/formats/sarif.ts";
import { lintTable } from "../../../tasks/lint/output.ts";
import {
  expectValidLintReport,
  isValidLintReport,
} from "../../lint/lint-schema.ts";

const ROOT = "/home/user/portal";
const BASE = { folder: ROOT, root: ROOT };
const CONTEXT = { rules: ALL_RULES, ...BASE };
const HOSTILE = "a\u001B[31m\r\n::error::x%0A\u202E</script>\u2028,b:c #é?.js";

function finding(more: Partial<LintFinding> = {}): LintFinding {
  return {
    file: "chains.config.js",
    line: 3,
    column: 5,
    endColumn: 9,
    rule: "checksum",
    severity: "error",
    message: "The address is wrong.",
    fix: "Correct it.",
    fixable: true,
    ...more,
  };
}

function reportOf(...findings: readonly LintFinding[]): LintReport {
  const files = [...new Set(findings.map(({ file }) => file))];
  return expectValidLintReport(
    lintReportOf(
      "lint",
      (files.length === 0 ? ["chains.config.js"] : files).map((file) => ({
        file,
        findings: findings.filter((one) => one.file === file),
        fixed: [],
      })),
    ),
  );
}

describe("lintReportOf", () => {
  it("given findings in any order, then they are sorted by place and severity", () => {
    const { findings } = reportOf(
      finding({ line: 9, severity: "warning" }),
      finding({ line: 2, column: 7 }),
      finding({ line: 2, column: 7, severity: "warning" }),
      finding({ line: 2, column: 3, severity: "unknown" }),
    );

    expect(
      findings.map(({ line, column, severity }) => [line, column, severity]),
    ).to.deep.equal([
      [2, 3, "unknown"],
      [2, 7, "error"],
      [2, 7, "warning"],
      [9, 5, "warning"],
    ]);
  });

  it("given more than a report holds, then the least severe are left out and counted", () => {
    const report = reportOf(
      ...Array.from({ length: 1_500 }, (_, line) =>
        finding({ line: line + 1, severity: "warning" }),
      ),
      finding({ line: 1_501 }),
    );

    expect(report.findings).to.have.length(1_000);
    expect(report.findings.at(-1)).to.include({ severity: "error" });
    expect(report.omitted).to.equal(501);
    expect(report.outcome).to.equal("failed");
  });

  for (const [severities, outcome] of [
    [["unknown", "error"], "failed"],
    [["warning", "unknown"], "unknown"],
    [["warning"], "ok"],
  ] as const) {
    it(`given ${severities.join(" and ")}, then the outcome is ${outcome}`, () => {
      const findings = severities.map((severity) =>
        finding({ severity, file: `${severity}.js` }),
      );
      expect(reportOf(...findings).outcome).to.equal(outcome);
    });
  }
});

describe("schemas/lint.json", () => {
  const right = reportOf(finding());
  for (const [title, report] of [
    ["an ok report with an error", { ...right, outcome: "ok" }],
    ["an unknown report with an error", { ...right, outcome: "unknown" }],
    ["a failed report without an error", { ...right, findings: [] }],
    [
      "one member more in a finding",
      { ...right, findings: [{ ...finding(), surprise: 1 }] },
    ],
  ] as const) {
    it(`given ${title}, then it is rejected`, () => {
      expect(isValidLintReport(JSON.parse(JSON.stringify(report)))).to.equal(
        false,
      );
    });
  }
});

it("given a file's hostile name, then JSON reads back the same, and hides nothing", () => {
  const report = reportOf(finding({ file: HOSTILE }));
  const text = printJson(report);

  expect(JSON.parse(text)).to.deep.equal(report);
  expect(text).to.match(/^[\n\P{C}]*$/u);
});

describe("lintSarif", () => {
  it("given findings of each severity and with each place, then the log is valid SARIF 2.1.0", () => {
    const text = lintSarif(
      reportOf(
        finding(),
        finding({ severity: "warning", rule: "http-url", fixable: false }),
        {
          file: HOSTILE,
          rule: "unreadable",
          severity: "unknown",
          message: "m.",
          fix: "f.",
          fixable: false,
        },
      ),
      CONTEXT,
    );

    const { results, tool } = validSarif(text);
    const { rules, version, informationUri } = tool.driver;
    const levels = [];
    for (const { level, kind, ruleId, ruleIndex } of results) {
      expect(rules[ruleIndex].id).to.equal(ruleId);
      levels.push([level, kind]);
    }
    expect(levels).to.deep.equal([
      ["error", "fail"],
      ["warning", "fail"],
      ["none", "open"],
    ]);
    expect([version, informationUri]).to.deep.equal([
      manifest.version,
      `https://www.npmjs.com/package/${manifest.name}`,
    ]);
    // What GitHub's page on SARIF requires of a rule.
    for (const rule of rules) {
      expect(rule.shortDescription.text).to.not.equal("");
      expect(rule.fullDescription.text).to.not.equal("");
      expect(rule.help.text).to.not.equal("");
    }
    expect(text).to.match(/^[\n\P{C}]*$/u);
  });

  for (const [file, uri] of [
    ["chains.config.js", "chains.config.js"],
    [`${ROOT}/conf/chains.config.js`, "conf/chains.config.js"],
    ["../other/chains.config.js", "../other/chains.config.js"],
    ["c:d%41#?.js", "c%3Ad%2541%23%3F.js"],
  ] as const) {
    it(`given the file ${file}, then its URI is ${uri}`, () => {
      const text = lintSarif(reportOf(finding({ file })), CONTEXT);

      const [result] = validSarif(text).results;
      const { artifactLocation } = result.locations[0].physicalLocation;
      expect(artifactLocation.uri).to.equal(uri);
    });
  }
});

describe("lintTable", () => {
  const NARROW = { ...PLAIN, columns: 80 };

  it("given findings of two files, then each file has its own, in lines that fit", () => {
    const report = reportOf(
      finding({ message: "word ".repeat(60) }),
      finding({ file: HOSTILE, severity: "warning", fixable: false }),
    );
    for (const style of [PLAIN, NARROW]) {
      const text = lintTable(report, style);

      expect(text).to.include("FAILED · chains.config.js");
      expect(text).to.include("3:5");
      expect(text).to.include("Run with --fix to repair it.");
      expect(text).to.include("alpha lint: FAILED (1 error, 1 warning)");
      expect(text).not.to.include("::");
      for (const line of text.split("\n")) {
        expect(line.length).to.be.at.most(style.columns ?? 100);
        expect(line).to.match(/^\P{C}*$/u);
      }
    }
  });

  it("given findings of an entry, then errors are first and warnings last, and one advice of several is below the last of them", () => {
    const of = (line: number, more: Partial<LintFinding> = {}) =>
      finding({ line, entry: "devnet", message: `Number ${line}.`, ...more });
    const text = lintTable(
      reportOf(
        of(1, { severity: "warning", fix: "Check it." }),
        of(2, { severity: "unknown", fix: "Read it." }),
        of(3),
        of(4),
      ),
      PLAIN,
    );

    expect(text.match(/Number \d|(?:Correct|Read|Check) it\./g)).to.deep.equal([
      ...["Number 3", "Number 4", "Correct it."],
      ...["Number 2", "Read it.", "Number 1", "Check it."],
    ]);
  });

  it("given only warnings, then nothing says OK", () => {
    const text = lintTable(reportOf(finding({ severity: "warning" })), PLAIN);

    expect(text).not.to.include("OK");
    expect(text).to.match(/alpha lint: WARNINGS \(1 warning\)$/);
  });
});

let sarif: ValidateFunction | undefined;

/** The run of a log that the standard's own schema accepts. */
function validSarif(text: string) {
  const log = JSON.parse(text);
  sarif ??= compileSarif();
  expect(sarif(log), JSON.stringify(sarif.errors)).to.equal(true);
  const [run] = log.runs;
  return run;
}

function compileSarif(): ValidateFunction {
  // The rest of the schema is the same in draft 04 and in later drafts.
  const { $schema: _draft, id: _id, ...schema } = sarifSchema;
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
  });
  ajvFormats.default(ajv);
  return ajv.compile(schema);
}
