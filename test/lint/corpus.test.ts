import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect } from "chai";
import type { AlphaConfig } from "../../src/config/types.ts";
import { lintReportOf } from "../../src/lint/findings.ts";
import { lintFiles } from "../../src/lint/lint-files.ts";
import type { LintFinding } from "../../src/lint/report.ts";
import { PLAIN } from "../../tasks/cli/style.ts";
import { lintTable } from "../../tasks/lint/formats/table.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";

import judged from "./corpus/judged.json" with { type: "json" };

const FILES = join(import.meta.dirname, "corpus", "files");
const DOCS = join(import.meta.dirname, "..", "..", "docs", "lint.md");
type Judgement = "true" | "noise" | "false";

/** The judgement of each finding of a file: `error checksum 9`, with its line. */
type Judged = Readonly<Record<string, string>>;

/** How many mistakes of a file were not found. */
interface Missed {
  readonly missedBefore: number;
  readonly missedAfter?: number;
}

describe("the corpus of files with the mistakes of portals", function () {
  this.timeout(60_000);

  let root: string;
  let config: AlphaConfig;
  before(async () => {
    root = mkdtempSync(join(tmpdir(), "alpha-corpus-"));
    for (const file of globSync("**/*.txt", { cwd: FILES })) {
      // The extension keeps the tools of this repository away from them.
      const target = join(root, file.slice(0, -".txt".length));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(FILES, file), target);
    }
    writeFileSync(join(root, "package.json"), '{ "type": "commonjs" }');
    ({
      config: { alpha: config },
    } = await withEnvironment({}, () => createAlphaHre({})));
  });
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it("has at least 40 files, each with its judgements", () => {
    const files = globSync("*/*", { cwd: root });

    expect(files.length).to.be.at.least(40);
    expect(Object.keys(judged)).to.have.members(files);
  });

  for (const [file, { after }] of Object.entries(judged)) {
    it(`given ${file}, then exactly the judged findings are found, none is false, and each is printed in full`, async () => {
      const path = join(root, file);
      const { findings } = await lintFiles(config, [path]);

      expect(findings.map(keyOf).toSorted()).to.deep.equal(
        Object.keys(after).toSorted(),
      );
      expect(Object.values<string>(after)).not.to.include("false");
      expectWhole(path, findings);
    });
  }

  it("given what --fix repairs, then each file still loads in Node with equal values, whatever their case or slash", async () => {
    let repaired = 0;
    for (const file of Object.keys(judged)) {
      const path = join(root, file);
      const before = readFileSync(path, "utf8");
      const { fixed } = await lintFiles(config, [path], {
        write: async (_, { new: text }) => writeFileSync(path, text),
      });
      const after = readFileSync(path, "utf8");
      if (fixed.length === 0) {
        expect(after, file).to.equal(before);
        continue;
      }
      repaired++;
      const old = path.replace(/(\.\w+)$/, ".old$1");
      writeFileSync(old, before);
      expect(await loaded(path), file).to.deep.equal(await loaded(old));
      rmSync(old);
      writeFileSync(path, before);
    }

    expect(repaired).to.be.at.least(4);
  });

  it("has these totals", () => {
    const totals = {
      before: totalsOf(Object.values(judged).map(({ before }) => before)),
      after: totalsOf(Object.values(judged).map(({ after }) => after)),
    };
    const all: Readonly<Record<string, Missed>> = judged;
    const missed = { before: 0, after: 0 };
    for (const { missedBefore, missedAfter = 0 } of Object.values(all)) {
      missed.before += missedBefore;
      missed.after += missedAfter;
    }
    for (const when of ["before", "after"] as const) {
      const { true: right, noise, false: wrong } = totals[when];
      console.log(
        `      ${when}: ${right} true, ${noise} noise, ${wrong} false, ${missed[when]} missed`,
      );
    }

    const documented = readFileSync(DOCS, "utf8").replaceAll(/ {2,}/g, " ");
    const { before, after } = totals;
    expect(documented).to.contain(
      `has ${Object.keys(judged).length} files with the constructs`,
    );
    expect(documented).to.contain(
      `| ${before.true} | ${before.noise} | ${before.false} | ${missed.before} |`,
    );
    expect(documented).to.contain(
      `| now | ${after.true} | ${after.noise} | ${after.false} | ${missed.after} |`,
    );
    expect(totals.after.false).to.equal(0);
    expect(totals.after.noise).to.be.below(totals.before.noise / 2);
    expect(totals.after.true).to.be.above(totals.before.true);
  });
});

function keyOf({ severity, rule, line }: LintFinding): string {
  return [severity, rule, ...(line === undefined ? [] : [line])].join(" ");
}

function totalsOf(all: readonly Judged[]): Record<Judgement, number> {
  const totals = { true: 0, noise: 0, false: 0 };
  for (const judgement of all.flatMap((one) => Object.values(one))) {
    expect(judgement).to.be.oneOf(Object.keys(totals));
    totals[
      judgement === "true" || judgement === "noise" ? judgement : "false"
    ]++;
  }
  return totals;
}

/** Every message and every advice is printed in full. */
function expectWhole(file: string, findings: readonly LintFinding[]): void {
  const report = lintReportOf("lint", [{ file, findings, fixed: [] }]);
  const text = lintTable(report, { ...PLAIN, columns: 80 });
  const words = text.replaceAll(/\s+/g, "");
  for (const { message, fix } of findings) {
    expect(words).to.include(message.replaceAll(/\s+/g, ""));
    expect(words).to.include(fix.replaceAll(/\s+/g, ""));
  }
  for (const line of text.split("\n")) {
    expect(line.length).to.be.at.most(80);
  }
}

/**
 * The exports of a file, without what --fix may change: the case of addresses, a slash
 * at the end of URLs, and the names of fields.
 */
async function loaded(path: string): Promise<unknown> {
  const module = path.endsWith(".json")
    ? JSON.parse(readFileSync(path, "utf8"))
    : (await import(path)).default;
  return JSON.parse(JSON.stringify(module), (_, value: unknown) =>
    typeof value === "string"
      ? value.replace(/^0x.*/, (text) => text.toLowerCase()).replace(/\/$/, "")
      : isRecord(value)
        ? Object.values(value)
        : value,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
