import { readdirSync } from "node:fs";

import { expect } from "chai";

import type { TemporaryProject } from "../support/cli.ts";
import { createProject, runHardhat } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { expectValidReport } from "../support/schema.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startEdge } from "./edge-process.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** Nothing listens there, so that the unknown side is shown, too. */
const DEAD = `"http://127.0.0.1:1/v3/0123456789abcdef0123456789abcdef"`;
const CONFIG = configWith(
  `{ networks: { devnet: { url: ${DEAD} }, testnet: { url: ${DEAD} }, third: { url: ${DEAD} } } }`,
);
const WIDTH = 100;

describe("what a task prints", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  before(() => {
    project = createProject(CONFIG);
  });
  after(() => project?.remove());

  const alpha = (...args: string[]) =>
    runHardhatHere(["alpha", ...args], { cwd: project.root });

  for (const [task, args, exitCode, words] of [
    ["verify", ["--sandbox"], 0, ["verify (presence): OK", "23,860 bytes"]],
    [
      "verify",
      [],
      2,
      [
        "network unknown (11 not checked)",
        "connection refused",
        "verify (presence): UNKNOWN",
      ],
    ],
    ["status", ["--sandbox"], 0, ["in-process", "status: OK"]],
    ["status", [], 2, ["connection refused", "status: UNKNOWN"]],
    ["networks", [], 0, ["registry v4, portal v3, backend v4", "GX"]],
    ["config", ["--explain"], 0, ["from the built-in preset"]],
  ] as const) {
    it(`given ${["alpha", task, ...args].join(" ")} without a terminal, then a plain table of at most ${WIDTH} columns says it all on stdout alone`, async () => {
      const { code, stdout, stderr } = await alpha(task, ...args);

      expect(code).to.equal(exitCode);
      expect(stderr).to.equal("");
      const lines = stdout.split("\n");
      expect(lines.filter((line) => line.length > WIDTH)).to.deep.equal([]);
      expect(stdout).not.to.contain("…");
      expect(stdout).not.to.contain("\u001B");
      expect(stdout).not.to.contain("0123456789abcdef");
      const flat = stdout.replace(/\s+/g, " ");
      for (const word of words) {
        expect(flat).to.contain(word);
      }
    });
  }

  it("given colours that are asked for, then what is wrong is coloured, and the words are the same", async () => {
    const [plain, colored] = await Promise.all([
      alpha("verify", "devnet"),
      runHardhat(["alpha", "verify", "devnet"], {
        cwd: project.root,
        env: { FORCE_COLOR: "1" },
      }),
    ]);

    expect(colored.stdout).to.contain("\u001B[33m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
    expect(colored.stdout.replace(/\u001B\[\d+m/g, "")).to.equal(plain.stdout);
  });

  for (const [option, value, message] of [
    ["--format", "yml", 'Unknown format "yml"'],
    ["--level", "total", 'Unknown level "total". Valid levels:'],
  ] as const) {
    it(`given alpha verify ${option} ${value}, then the valid ones are named, nothing is printed on stdout, and the exit code is 1`, async () => {
      const { code, stdout, stderr } = await alpha("verify", option, value);

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain(message);
      expect(stderr).not.to.contain("    at ");
    });
  }

  it("given --out FILE, then the report is there and nothing else, stdout is empty, and the exit code holds", async () => {
    using folder = temporaryFolder({ "verify.json": '{ "task": "verify" }' });
    const file = folder.at("verify.json");

    const { code, stdout, stderr } = await alpha(
      ..."verify devnet --format json --out".split(" "),
      file,
    );

    expect(code).to.equal(2);
    expect(stdout).to.equal("");
    expect(stderr).to.equal(`Wrote ${file}.\n`);
    expectValidReport("verify", folder.read("verify.json"));
    expect(readdirSync(folder.root)).to.deep.equal(["verify.json"]);
  });

  for (const [title, args, exitCode] of [
    ["a report that is ok", ["verify", "--sandbox"], 0],
    ["a report that is unknown", ["verify"], 2],
  ] as const) {
    it(`given ${title} and a pipe that its reader closes at once, then there is no stack and the exit code is ${exitCode}`, async () => {
      const { child, ended } = startEdge(
        ["alpha", ...args, "--format", "json"],
        { cwd: project.root },
      );
      child.stdout?.destroy();

      const { code, stderr } = await ended;

      expect(stderr).to.equal("");
      expect(code).to.equal(exitCode);
    });
  }

  it("is the report alone on a sandbox whose log is enabled", async () => {
    const config = configWith(
      "{}",
      `networks: { devnetSandbox: { type: "edr-simulated", chainId: 32456, loggingEnabled: true } }`,
    );
    const runs = await Promise.all([
      runForReport("verify", ["devnet", "--sandbox"], { config }),
      runForReport("status", ["devnet", "--sandbox"], { config }),
    ]);

    for (const { code, stderr, report } of runs) {
      expect([code, stderr, report.outcome]).to.deep.equal([0, "", "ok"]);
    }
  });
});
