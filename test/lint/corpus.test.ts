import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { isRecord } from "../../src/base/records.ts";
import type { AlphaConfig } from "../../src/config/types.ts";
import { lintReportOf } from "../../src/lint/findings.ts";
import { lintFiles } from "../../src/lint/lint-files.ts";
import type { LintFinding } from "../../src/lint/report.ts";
import { PLAIN } from "../../tasks/cli/style.ts";
import { lintTable } from "../../tasks/lint/output.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";
import { withEnvironment } from "../support/with-environment.ts";

import judged from "./corpus/judged.json" with { type: "json" };

const FILES = join(import.meta.dirname, "corpus", "files");
const PAGE = join(import.meta.dirname, "corpus", "README.md");

/** The judgement of each finding of a file: `error checksum 9`, with its line. */
type Judged = Readonly<Record<string, string>>;

interface Judgements {
  readonly before: Judged;
  readonly after: Judged;
  /** How many mistakes of a file were not found. */
  readonly missedBefore: number;
  readonly missedAfter?: number;
}

describe("the corpus of files with the mistakes of portals", function () {
  this.timeout(60_000);

  let folder: TemporaryFolder;
  let config: AlphaConfig;
  before(async () => {
    folder = temporaryFolder({ "package.json": '{ "type": "commonjs" }' });
    for (const file of globSync("**/*.txt", { cwd: FILES })) {
      // The extension keeps the tools of this repository away from them.
      const name = file.slice(0, -".txt".length);
      folder.write(name, readFileSync(join(FILES, file), "utf8"));
    }
    ({
      config: { alpha: config },
    } = await withEnvironment({}, () => createAlphaHre({})));
  });
  after(() => folder.remove());

  it("has judgements of each file", () => {
    expect(Object.keys(judged)).to.have.members(
      globSync("*/*", { cwd: folder.root }),
    );
  });

  for (const [file, { after }] of Object.entries(judged)) {
    it(`given ${file}, then exactly the judged findings are found, none is false, and each is printed in full`, async () => {
      const path = folder.at(file);
      const { findings } = await lintFiles(config, [path]);

      expect(findings.map(keyOf).toSorted()).to.deep.equal(
        Object.keys(after).toSorted(),
      );
      expect(Object.values<string>(after)).not.to.include("false");
      const report = lintReportOf("lint", [
        { file: path, findings, fixed: [] },
      ]);
      const lines = lintTable(report, { ...PLAIN, columns: 80 }).split("\n");
      expect(lines.filter((line) => line.length > 80)).to.deep.equal([]);
      const words = lines.join("").replaceAll(" ", "");
      for (const { message, fix } of findings) {
        expect(words).to.include(message.replaceAll(" ", ""));
        expect(words).to.include(fix.replaceAll(" ", ""));
      }
    });
  }

  it("given what --fix repairs, then each file still loads in Node with equal values, whatever their case or slash", async () => {
    let repaired = 0;
    for (const file of Object.keys(judged)) {
      const path = folder.at(file);
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

  it("has the totals that its README states", () => {
    const documented = readFileSync(PAGE, "utf8").replaceAll(/ {2,}/g, " ");
    const all: readonly Judgements[] = Object.values(judged);
    const row = (when: "before" | "after", missed: number) => {
      const found = all.flatMap((one) => Object.values(one[when]));
      return ["true", "noise", "false"]
        .map((judgement) => found.filter((one) => one === judgement).length)
        .concat(missed)
        .join(" | ");
    };
    const missed = (one: Judgements) => [
      one.missedBefore,
      one.missedAfter ?? 0,
    ];
    const sum = (index: number) =>
      all.reduce((total, one) => total + (missed(one)[index] ?? 0), 0);

    expect(documented).to.contain(
      `has ${all.length} files with the constructs`,
    );
    expect(documented).to.contain(`| ${row("before", sum(0))} |`);
    expect(documented).to.contain(`| now | ${row("after", sum(1))} |`);
  });
});

function keyOf({ severity, rule, line }: LintFinding): string {
  return [severity, rule, ...(line === undefined ? [] : [line])].join(" ");
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
