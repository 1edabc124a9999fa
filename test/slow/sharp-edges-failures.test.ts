import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { type EdgeEnd, runEdge, startEdge } from "../e2e/edge-process.ts";
import { configWith } from "../e2e/run-alpha.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { DEAD_URL } from "../support/listen.ts";
import { startFaultyServer } from "../support/node-model/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FULL = "/dev/full";
/** Of a text that takes a while to write. */
const LONG = 120_000_000;

const deadConfig = (url: string) =>
  configWith(
    `{ networks: { devnet: { url: "${url}" }, testnet: { url: "${url}" }, third: { url: "${url}" } } }`,
  );

/** What no user is to see of a failure that has nothing to do with a bug. */
function expectNoStack({ stderr, stdout }: EdgeEnd): void {
  for (const text of [stderr, stdout]) {
    expect(text).not.to.match(/^\s+at /m);
    expect(text).not.to.contain("report-bug");
    expect(text).not.to.contain("Uncaught");
  }
}

describe("a task where not all is as it should be", function () {
  this.timeout(120_000);

  let project: TemporaryProject;
  let root: string;
  before(() => {
    project = createProject(deadConfig(DEAD_URL), { from: "dist" });
    root = project.root;
  });
  after(() => project?.remove());

  for (const command of [
    "verify devnet --sandbox",
    "sandbox devnet --port 0",
  ]) {
    it(`given alpha ${command} and a full disk behind stdout, then one line says so, and the exit code is 1`, async function () {
      if (!existsSync(FULL)) {
        this.skip();
      }
      const full = openSync(FULL, "w");
      try {
        const end = await runEdge(["alpha", ...command.split(" ")], {
          cwd: root,
          stdio: ["ignore", full, "pipe"],
        });

        expectNoStack(end);
        expect(end.code).to.equal(1);
        expect(end.stderr).to.match(
          /^Error in .*The output could not be written: ENOSPC/,
        );
      } finally {
        closeSync(full);
      }
    });
  }

  describe("its surroundings", () => {
    it("given a folder that is no Hardhat project, then Hardhat says so, and the exit code is 1", async () => {
      using folder = temporaryFolder();

      const end = await runEdge(["alpha", "verify"], { cwd: folder.root });

      expectNoStack(end);
      expect([end.code, end.stdout]).to.deep.equal([1, ""]);
      expect(end.stderr).to.contain("No Hardhat config file found");
      expect(readdirSync(folder.root)).to.deep.equal([]);
    });

    it("given a path with spaces, other letters and signs of URLs, then files are written, read and locked in it", async () => {
      using moved = createProject(deadConfig(DEAD_URL), {
        from: "dist",
      });
      using folder = temporaryFolder();
      const cwd = folder.at("grün und 日本 %20#1");
      renameSync(moved.root, cwd);
      const file = join(cwd, "chains config.js");

      for (const args of [
        ["config", "--format", "js", "--out", file],
        "verify devnet --sandbox --level wiring --write-lock".split(" "),
        ["verify", "devnet", "--sandbox", "--lock"],
      ]) {
        const end = await runEdge(["alpha", ...args], { cwd });

        expectNoStack(end);
        expect(end.code, args.join(" ")).to.equal(0);
      }
      expect(readdirSync(cwd).toSorted()).to.deep.equal([
        "alpha.lock.json",
        "chains config.js",
        "hardhat.config.ts",
        "node_modules",
        "package.json",
      ]);
    });
  });

  describe("its end by Ctrl-C", () => {
    it("given a node that hangs, then it ends by that signal, and no file is made", async () => {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      await using node = await startFaultyServer({
        behaviour: () => resolve(),
      });
      using own = createProject(deadConfig(node.url), { from: "dist" });

      const before = readdirSync(own.root);
      const { child, ended } = startEdge(
        "alpha verify --format json --out report.json".split(" "),
        { cwd: own.root },
      );
      await Promise.race([asked, ended]);
      child.kill("SIGINT");
      const end = await ended;

      expectNoStack(end);
      expect([end.code, end.signal]).to.deep.equal([null, "SIGINT"]);
      expect(end.stdout).to.equal("");
      expect(readdirSync(own.root)).to.deep.equal(before);
    });

    it("given a file that is being written, then it holds the old text or the new one, all of it", async () => {
      using folder = temporaryFolder({ "report.json": "old" });
      const module = new URL("../../src/files/write-text.ts", import.meta.url);
      const child = spawn(
        process.execPath,
        [
          "--input-type=module",
          "--eval",
          `import { writeTextFile } from ${JSON.stringify(module.href)};
          const text = "new".repeat(${LONG / 3});
          process.stdout.write("writing");
          await writeTextFile(${JSON.stringify(folder.at("report.json"))}, text);`,
        ],
        { stdio: ["ignore", "pipe", "ignore"] },
      );
      const closed = once(child, "close");
      await once(child.stdout, "data");
      while (readdirSync(folder.root).length === 1 && child.exitCode === null) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      child.kill("SIGINT");
      await closed;

      const text = folder.read("report.json");
      expect(text === "old" || text.length === LONG).to.equal(true);
    });
  });
});
