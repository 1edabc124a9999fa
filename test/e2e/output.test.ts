import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect } from "chai";

import type { TemporaryProject } from "../support/cli.ts";
import { createProject, runHardhat } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { expectValidReport } from "../support/schema.ts";
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
  let folder: string;
  before(() => {
    project = createProject(CONFIG);
    folder = mkdtempSync(join(tmpdir(), "alpha-out-"));
  });
  after(() => {
    project?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

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
      const { code, stdout, stderr } = await runHardhat(
        ["alpha", task, ...args],
        { cwd: project.root },
      );

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

  for (const [task, format, valid] of [
    ["verify", "yml", "table, json"],
    ["status", "toString", "table, json"],
    ["networks", "", "table, json"],
    ["config", "JSON", "table, json"],
  ] as const) {
    it(`given alpha ${task} --format "${format}", then the valid formats are named, nothing is printed on stdout, and the exit code is 1`, async () => {
      const { code, stdout, stderr } = await alpha(task, "--format", format);

      expect(code).to.equal(1);
      expect(stdout).to.equal("");
      expect(stderr).to.contain(`Unknown format "${format}"`);
      expect(stderr).to.contain(valid);
      expect(stderr).not.to.contain("    at ");
    });
  }

  it("given a level that there is none of, then the valid ones are named and the exit code is 1", async () => {
    const { code, stdout, stderr } = await alpha("verify", "--level", "total");

    expect(code).to.equal(1);
    expect(stdout).to.equal("");
    expect(stderr).to.contain('Unknown level "total". Valid levels:');
  });

  it("given --out FILE, then the report is there and nothing else, stdout is empty, and the exit code holds", async () => {
    const file = join(folder, "verify.json");
    writeFileSync(file, '{ "task": "verify" }');

    const { code, stdout, stderr } = await alpha(
      "verify",
      "devnet",
      "--format",
      "json",
      "--out",
      file,
    );

    expect(code).to.equal(2);
    expect(stdout).to.equal("");
    expect(stderr).to.equal(`Wrote ${file}.\n`);
    expectValidReport("verify", readFileSync(file, "utf8"));
    expect(readdirSync(folder)).to.deep.equal(["verify.json"]);
  });

  for (const task of ["networks", "status", "verify"]) {
    it(`given alpha ${task} --out on a contract, then it stays, one line says how to replace it, and no node is asked`, async () => {
      const inner = mkdtempSync(join(tmpdir(), "alpha-contract-"));
      try {
        const file = join(inner, "MyContract.sol");
        writeFileSync(file, "contract MyContract {}\n");

        const { code, stdout, stderr } = await alpha(task, "--out", file);

        expect([code, stdout]).to.deep.equal([1, ""]);
        expect(stderr).to.contain(
          `${file} exists and was not written by this command (use --force to replace it)`,
        );
        expect(stderr).not.to.contain("    at ");
        expect(readFileSync(file, "utf8")).to.equal("contract MyContract {}\n");
        expect(readdirSync(inner)).to.deep.equal(["MyContract.sol"]);
      } finally {
        rmSync(inner, { recursive: true, force: true });
      }
    });
  }

  it("given --out in a folder that does not exist, then one clear error names the file, and the exit code is 1", async () => {
    const file = join(folder, "none", "report.json");

    const { code, stdout, stderr } = await alpha("networks", "--out", file);

    expect(code).to.equal(1);
    expect(stdout).to.equal("");
    expect(stderr).to.contain(
      `The file ${file} cannot be written: the folder ${dirname(file)} does not exist`,
    );
    expect(stderr).not.to.contain("    at ");
    expect(existsSync(dirname(file))).to.equal(false);
  });

  it("given --out to a link to a file of narrow rights, then the file has the text, its rights, and the link stays", async () => {
    const inner = mkdtempSync(join(tmpdir(), "alpha-link-"));
    try {
      mkdirSync(join(inner, "real"));
      const real = join(inner, "real", "report.json");
      const link = join(inner, "report.json");
      writeFileSync(real, '{ "task": "networks" }');
      chmodSync(real, 0o600);
      symlinkSync(real, link);

      const { code } = await alpha(
        "networks",
        "--format",
        "json",
        "--out",
        link,
      );

      expect(code).to.equal(0);
      expectValidReport("networks", readFileSync(real, "utf8"));
      expect(statSync(real).mode & 0o777).to.equal(0o600);
      expect(readdirSync(inner).toSorted()).to.deep.equal([
        "real",
        "report.json",
      ]);
    } finally {
      rmSync(inner, { recursive: true, force: true });
    }
  });

  for (const [title, args, exitCode] of [
    ["a report that is ok", ["verify", "--sandbox"], 0],
    ["a report that is unknown", ["verify"], 2],
  ] as const) {
    it(`given ${title} and a pipe that its reader closes at once, then there is no stack and the exit code is ${exitCode}`, async () => {
      const child = spawn(
        process.execPath,
        [hardhatCli(), "alpha", ...args, "--format", "json"],
        {
          cwd: project.root,
          env: guardedEnvironment(process.env),
          stdio: ["ignore", "pipe", "pipe"],
          timeout: 30_000,
          killSignal: "SIGKILL",
        },
      );
      child.stdout.destroy();
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });

      const [code] = await once(child, "close");

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

function hardhatCli(): string {
  const manifest = createRequire(import.meta.url).resolve(
    "hardhat/package.json",
  );
  return join(dirname(manifest), "dist/src/cli.js");
}
