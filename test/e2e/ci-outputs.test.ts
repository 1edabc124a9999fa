import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { expectValidReport } from "../support/schema.ts";
import { junitFaults } from "../tasks/verify/junit-faults.ts";
import { readXml } from "../tasks/verify/read-xml.ts";
import { configWith } from "./run-alpha.ts";

const SANDBOX = ["devnet", "--sandbox"];
/** No node is there: a run that asks one says so, with exit code 2. */
const DEAD = { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1" };

describe("the outputs of alpha verify", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith());
  });
  afterEach(() => project.remove());

  const verify = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    runHardhat(["alpha", "verify", ...args], { cwd: project.root, env });
  const read = (name: string) => readFileSync(join(project.root, name), "utf8");

  it("given several outputs, then one run writes each, beside the table", async () => {
    const { code, stdout, stderr } = await verify([
      ...SANDBOX,
      "--report",
      "junit:j.xml,markdown:m.md,json:r.json,table:t.txt,github",
    ]);

    expect(code).to.equal(0);
    expect(junitFaults(readXml(read("j.xml").trimEnd()))).to.deep.equal([]);
    expect(expectValidReport("verify", read("r.json")).outcome).to.equal("ok");
    expect(read("m.md")).to.match(/^## ✅ alpha verify/);
    expect(stdout).to.contain(read("t.txt"));
    expect(stdout).to.match(/^::notice title=alpha verify/m);
    expect(stderr).to.equal("");
  });

  it("given a verification that is unknown, then the outputs are written all the same, and the exit code is 2", async () => {
    const { code } = await verify(
      ["devnet", "--report", "junit:j.xml,markdown:m.md"],
      DEAD,
    );

    expect(code).to.equal(2);
    const [suite] = readXml(read("j.xml").trimEnd()).children;
    expect(Number(suite?.attributes["errors"])).to.be.greaterThan(10);
    expect(suite?.attributes["failures"]).to.equal("0");
    expect(read("m.md")).to.contain("unknown");
  });

  for (const [format, isRight] of [
    ["json", (text: string) => expectValidReport("verify", text)],
    ["junit", (text: string) => readXml(text.trimEnd())],
  ] as const) {
    it(`given --format ${format} and GitHub, then stdout is the document alone and the annotations go to stderr`, async () => {
      const { code, stdout, stderr } = await verify([
        ...SANDBOX,
        "--format",
        format,
        "--report",
        "github",
      ]);

      expect(code).to.equal(0);
      isRight(stdout);
      expect(stderr).to.match(/^::notice [^\n]*\n$/);
    });
  }

  it("given a summary of GitHub's, then Markdown is appended to it and what was in it stays", async () => {
    const summary = join(project.root, "summary.md");
    writeFileSync(summary, "before\n");

    await verify([...SANDBOX, "--report", "github"], {
      GITHUB_STEP_SUMMARY: summary,
    });

    expect(read("summary.md")).to.match(/^before\n## ✅ alpha verify/);
  });

  it("given a summary but no GitHub output, then it is left alone", async () => {
    const summary = join(project.root, "summary.md");

    await verify(SANDBOX, { GITHUB_STEP_SUMMARY: summary });

    expect(existsSync(summary)).to.equal(false);
  });

  for (const [what, file] of [
    ["a folder", "."],
    ["in a folder that is not there", "none/summary.md"],
  ] as const) {
    it(`given a summary that is ${what}, then the error says so, before any node is asked and with no report that a CI would take for the reason`, async () => {
      const { code, stdout, stderr } = await verify(
        ["devnet", "--report", "github,junit:j.xml"],
        { ...DEAD, GITHUB_STEP_SUMMARY: join(project.root, file) },
      );

      expect(code).to.equal(1);
      expect(stderr).to.contain("$GITHUB_STEP_SUMMARY cannot be written");
      expect(stdout).to.equal("");
      expect(existsSync(join(project.root, "j.xml"))).to.equal(false);
    });
  }

  const mistakes: readonly (readonly [
    what: string,
    args: readonly string[],
    message: string,
  ])[] = [
    ["an unknown kind", ["--report", "xml:a"], '--report knows no "xml"'],
    ["an inherited name", ["--report", "constructor:a"], "--report knows no"],
    ["nothing", ["--report", ""], '--report knows no ""'],
    ["a comma too many", ["--report", "github,"], '--report knows no ""'],
    ["a missing file", ["--report", "junit"], "--report junit needs a file"],
    ["an empty file", ["--report", "junit:"], "--report junit needs a file"],
    ["a file for GitHub", ["--report", "github:a"], "takes no file"],
    ["GitHub twice", ["--report", "github,github"], "names github twice"],
    [
      "GitHub as a format too",
      ["--report", "github", "--format", "github"],
      "are the same",
    ],
    [
      "one file for two outputs",
      ["--report", "junit:a.xml,markdown:./a.xml"],
      "named for two outputs",
    ],
    [
      "the file of --out",
      ["--report", "junit:a.xml", "--out", "a.xml"],
      "named for two outputs",
    ],
    [
      "a folder that is not there",
      ["--report", "junit:none/a.xml"],
      "there is no folder",
    ],
    [
      "a folder that is a file",
      ["--report", "junit:package.json/a.xml"],
      "there is no folder",
    ],
    ["a folder as the file", ["--report", "junit:folder"], "it is a folder"],
    [
      "the lock file as a report",
      ["--write-lock", "--report", "json:alpha.lock.json"],
      "is no place for a report",
    ],
    [
      "a link to the lock file as the output",
      ["--lock", "--out", "link.json"],
      "is no place for a report",
    ],
    [
      "the address list as the output",
      ["--addresses", "package.json", "--out", "./package.json"],
      "is no place for a report",
    ],
    [
      "the Hardhat config as the output",
      ["--out", "hardhat.config.ts"],
      "is no place for a report",
    ],
    [
      "one file by two links",
      ["--report", "json:alpha.txt,junit:link.txt"],
      "named for two outputs",
    ],
    ["an unknown format", ["--format", "xml"], 'no format "xml"'],
    [
      "the lock both ways",
      ["--lock", "--write-lock"],
      "--lock checks the lock file and --write-lock writes it",
    ],
    [
      "the lock of a list of addresses",
      ["--lock", "--addresses", "package.json"],
      "--lock does not go with --addresses",
    ],
  ];
  it("given a mistake in the outputs, then the error says which, with exit code 1, before any node is asked and with no report", async function () {
    this.timeout(120_000);
    mkdirSync(join(project.root, "folder"));
    for (const [file, link] of [
      ["alpha.lock.json", "link.json"],
      ["alpha.txt", "link.txt"],
    ] as const) {
      writeFileSync(join(project.root, file), "");
      symlinkSync(file, join(project.root, link));
    }
    for (const [what, args, message] of mistakes) {
      const { code, stdout, stderr } = await verify(["devnet", ...args], DEAD);

      expect(code, what).to.equal(1);
      expect(stderr, what).to.contain(message);
      expect(stdout, what).to.equal("");
    }
  });
});
