import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import { Ajv, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { expect } from "chai";
import manifest from "../../../package.json" with { type: "json" };
import { isWrittenBy } from "../../../src/files/generated-by.ts";
import { COMPARE_RULES } from "../../../src/lint/compare/compare-rules.ts";
import { lintReportOf } from "../../../src/lint/findings.ts";
import type { LintFinding, LintReport } from "../../../src/lint/report.ts";
import { ALL_RULES } from "../../../src/lint/rules.ts";
import { printJson } from "../../../tasks/cli/json.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { lintGithub } from "../../../tasks/lint/formats/github.ts";
import { lintSarif } from "../../../tasks/lint/formats/sarif.ts";
import { lintTable } from "../../../tasks/lint/formats/table.ts";
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

describe("the rules as reports describe them", () => {
  for (const [title, rules] of [
    ["alpha lint", ALL_RULES],
    ["alpha config --check", COMPARE_RULES],
  ] as const) {
    it(`given those of ${title}, then each has an id of its own, a summary and a fix`, () => {
      expect(new Set(rules.map(({ id }) => id)).size).to.equal(rules.length);
      for (const { id, summary, fix } of rules) {
        expect(id).to.match(/^[a-z]+(-[a-z]+)*$/);
        expect(summary).to.match(/^[A-Z].{15,}\.$/);
        expect(fix).to.match(/^[A-Z].{5,}\.$/);
      }
    });
  }
});

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

  for (const [severity, outcome] of [
    ["error", "failed"],
    ["unknown", "unknown"],
    ["warning", "ok"],
  ] as const) {
    it(`given ${severity}, then the outcome is ${outcome}`, () => {
      expect(reportOf(finding({ severity })).outcome).to.equal(outcome);
    });
  }

  it("given an error in one file and an unknown in another, then it failed", () => {
    const report = reportOf(
      finding({ severity: "unknown", file: "a.js" }),
      finding({ file: "b.js" }),
    );

    expect(report.outcome).to.equal("failed");
  });
});

describe("schemas/lint.json", () => {
  const right = reportOf(finding());
  for (const [title, report] of [
    ["no files", { ...right, files: [] }],
    ["another task", { ...right, task: "verify" }],
    ["another version", { ...right, schemaVersion: 2 }],
    ["an ok report with an error", { ...right, outcome: "ok" }],
    ["an unknown report with an error", { ...right, outcome: "unknown" }],
    ["a failed report without an error", { ...right, findings: [] }],
    [
      "a column without a line",
      { ...right, findings: [{ ...finding(), line: undefined }] },
    ],
    ["line 0", { ...right, findings: [finding({ line: 0 })] }],
    [
      "a message of two lines",
      { ...right, findings: [finding({ message: "a\nb" })] },
    ],
    ["one member more", { ...right, surprise: 1 }],
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

describe("a lint report as JSON", () => {
  it("given a file's hostile name, then it reads back the same and hides nothing", () => {
    const report = reportOf(finding({ file: HOSTILE }));

    const text = printJson(report);

    expect(JSON.parse(text)).to.deep.equal(report);
    expect(text).to.match(/^[\n\P{C}]*$/u);
  });
});

it("given a folder of the repository, then annotations and logs name files from the repository's root", () => {
  const base = { folder: `${ROOT}/packages/a`, root: ROOT };
  const report = reportOf(finding({ file: "./b/chains.config.js" }));

  const { results } = validSarif(lintSarif(report, { ...CONTEXT, ...base }));

  expect(uriOf(results)).to.equal("packages/a/b/chains.config.js");
  expect(lintGithub(report, base)).to.include(
    "file=packages/a/b/chains.config.js,",
  );
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

  it("given no findings, then the log is valid and names the files", () => {
    const { results, artifacts } = validSarif(lintSarif(reportOf(), CONTEXT));

    expect(results).to.deep.equal([]);
    expect(artifacts).to.have.length(1);
  });

  for (const [file, uri] of [
    ["chains.config.js", "chains.config.js"],
    ["./conf/a b.js", "conf/a%20b.js"],
    [`${ROOT}/conf/chains.config.js`, "conf/chains.config.js"],
    ["../other/chains.config.js", "../other/chains.config.js"],
    ["c:d%41#?.js", "c%3Ad%2541%23%3F.js"],
  ] as const) {
    it(`given the file ${file}, then its URI is ${uri}`, () => {
      const text = lintSarif(reportOf(finding({ file })), CONTEXT);

      expect(uriOf(validSarif(text).results)).to.equal(uri);
    });
  }
});

describe("lintGithub", () => {
  it("given a finding, then it is a command at its place", () => {
    const text = lintGithub(reportOf(finding()), BASE);

    expect(text.split("\n")).to.deep.equal([
      "::error file=chains.config.js,line=3,col=5,title=checksum::The address is wrong.%0ACorrect it.",
      "::notice title=alpha lint%3A failed::1 error",
    ]);
  });

  it("given a hostile name and message, then there is no more than one command a line", () => {
    const text = lintGithub(
      reportOf(finding({ file: HOSTILE, message: "::error::x %0A y" })),
      BASE,
    );

    const lines = text.split(/[\r\n]/);
    expect(lines).to.have.length(2);
    for (const line of lines) {
      expect(line).to.match(/^::(?:error|notice) [^:]*::(?!.*::)/);
      expect(line).to.match(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
    }
  });

  it("given a hundred errors, then as many as GitHub shows, and none is lost", () => {
    const text = lintGithub(
      reportOf(
        ...Array.from({ length: 100 }, (_, line) =>
          finding({ line: line + 1, message: `Number ${line}.` }),
        ),
      ),
      BASE,
    );

    expect(text.split("\n").length).to.be.at.most(10);
    for (let line = 0; line < 100; line++) {
      expect(text).to.include(`Number ${line}.`);
    }
  });
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

  it("given several findings of an entry with one advice, then each is printed with its place, and the advice once and in full", () => {
    const fix = "Advice that is long enough to be wrapped. ".repeat(8).trim();
    const text = lintTable(
      reportOf(
        ...Array.from({ length: 9 }, (_, line) =>
          finding({
            line: line + 1,
            entry: "devnet",
            message: `Number ${line}: ${"word ".repeat(30)}end.`,
            fix,
          }),
        ),
      ),
      NARROW,
    ).replaceAll(/\s+/g, " ");

    for (let line = 0; line < 9; line++) {
      expect(text).to.include(` ${line + 1}:5 error Number ${line}: word`);
    }
    expect(text.match(/end\. \(checksum\)/g)).to.have.length(9);
    expect(text.split(fix)).to.have.length(2);
    expect(text).not.to.include("…");
  });

  it("given findings of one rule in two entries, then each has its advice", () => {
    const text = lintTable(
      reportOf(
        finding({ entry: "devnet", message: "One." }),
        finding({ entry: "testnet", message: "Two." }),
      ),
      PLAIN,
    );

    expect(text).to.include("One.").and.to.include("Two.");
    expect(text.match(/Correct it\./g)).to.have.length(2);
  });

  it("given findings of all severities, then errors are first, and warnings last", () => {
    const text = lintTable(
      reportOf(
        finding({ line: 2, severity: "warning", message: "A warning." }),
        finding({ line: 3, severity: "unknown", message: "An unknown." }),
        finding({ line: 4, severity: "error", message: "An error." }),
      ),
      PLAIN,
    );

    expect(
      [...text.matchAll(/An? (?:warning|unknown|error)\./g)].map(String),
    ).to.deep.equal(["An error.", "An unknown.", "A warning."]);
  });

  it("given only warnings, then nothing says OK", () => {
    const text = lintTable(
      { ...reportOf(finding({ severity: "warning" })), ...allOk() },
      PLAIN,
    );

    expect(text).not.to.include("OK");
    expect(text).to.match(/alpha lint: WARNINGS \(1 warning\)$/);
  });

  it("given nothing, then it is printed", () => {
    expect(lintTable(reportOf(), PLAIN)).to.equal(
      "OK · chains.config.js\n\nalpha lint: OK (no findings)",
    );
  });

  function allOk() {
    const files = [{ file: "chains.config.js", outcome: "ok" as const }];
    return { outcome: "ok" as const, files };
  }
});

describe("a file that a format is written to", () => {
  for (const task of ["lint", "config"] as const) {
    it(`given JSON or SARIF of alpha ${task}, then it says that this task wrote it, and no other`, () => {
      for (const render of [printJson, lintSarif]) {
        const text = render({ ...reportOf(finding()), task }, CONTEXT);

        expect(isWrittenBy(text, task)).to.equal(true);
        expect(isWrittenBy(text, "verify")).to.equal(false);
      }
    });
  }

  it("given another's SARIF, then it is not ours", () => {
    const text = lintSarif(reportOf(), CONTEXT);
    const { properties: _properties, ...other } = JSON.parse(text);

    expect(isWrittenBy(JSON.stringify(other), "lint")).to.equal(false);
  });
});

let sarif: ValidateFunction | undefined;

/** Where the first result is. */
function uriOf([result]: ReturnType<typeof validSarif>): string {
  return result.locations[0].physicalLocation.artifactLocation.uri;
}

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
