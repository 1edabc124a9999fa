import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { type EdgeEnd, runEdge, startEdge } from "../e2e/edge-process.ts";
import { configWith } from "../e2e/run-alpha.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { startHangingNode } from "../support/node-model/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A run of each task that is short and needs no node; its exit code. */
const SHORT_RUNS = [
  [["networks"], 0],
  [["config", "devnet"], 0],
  [["verify", "devnet", "--sandbox"], 0],
  [["status", "devnet", "--sandbox"], 0],
  [["export"], 0],
  [["lint", "chains.config.json"], 2],
  [["wallet", "devnet"], 2],
] as const;

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
    project = createProject(deadConfig("http://127.0.0.1:1"), { from: "dist" });
    root = project.root;
    writeFileSync(join(root, "chains.config.json"), "{}");
  });
  after(() => project?.remove());

  const alpha = (...args: string[]) =>
    runEdge(["alpha", ...args], { cwd: root });

  describe("its output", () => {
    for (const [args] of [
      ...SHORT_RUNS,
      [["sandbox", "devnet", "--port", "0"], 0],
    ] as const) {
      it(`given alpha ${args.join(" ")} and a full disk behind stdout, then one line says so, and the exit code is 1`, async function () {
        if (!existsSync(FULL)) {
          this.skip();
        }
        const full = openSync(FULL, "w");
        try {
          const end = await runEdge(["alpha", ...args], {
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

    for (const [args, exitCode] of SHORT_RUNS.slice(4)) {
      it(`given alpha ${args.join(" ")} and a pipe that its reader closes at once, then the exit code is ${exitCode}, without a stack`, async () => {
        const { child, ended } = startEdge(["alpha", ...args], { cwd: root });
        child.stdout?.destroy();

        const end = await ended;

        expectNoStack(end);
        expect(end.code).to.equal(exitCode);
      });
    }

    it("given a full disk behind stderr, then progress that cannot be told changes nothing", async function () {
      if (!existsSync(FULL)) {
        this.skip();
      }
      const full = openSync(FULL, "w");
      try {
        const end = await runEdge(
          ["alpha", "status", "devnet", "--wait", "--timeout", "1"],
          { cwd: root, stdio: ["ignore", "pipe", full] },
        );

        expect(end.code).to.equal(2);
        expect(end.stdout).to.contain("status: UNKNOWN");
      } finally {
        closeSync(full);
      }
    });
  });

  describe("its command line", () => {
    it("given a file to check that cannot be read, then the verdict is unknown, and the exit code is 2", async () => {
      for (const task of ["config", "export"]) {
        const end = await alpha(task, "--check", "package.json/below");

        expectNoStack(end);
        expect(end.code).to.equal(2);
      }
    });
  });

  describe("its surroundings", () => {
    it("given a folder that is no Hardhat project, then Hardhat says so, and the exit code is 1", async () => {
      using folder = temporaryFolder();

      for (const task of ["verify", "sandbox"]) {
        const end = await runEdge(["alpha", task], { cwd: folder.root });

        expectNoStack(end);
        expect([end.code, end.stdout]).to.deep.equal([1, ""]);
        expect(end.stderr).to.contain("No Hardhat config file found");
      }
      expect(readdirSync(folder.root)).to.deep.equal([]);
    });

    for (const [title, HOME] of [
      ["no HOME", undefined],
      ["a HOME that is no folder", "/dev/null"],
    ] as const) {
      it(`given ${title}, then a sandbox is verified as ever`, async () => {
        const end = await runEdge(["alpha", "verify", "devnet", "--sandbox"], {
          cwd: root,
          env: {
            HOME,
            USERPROFILE: HOME,
            XDG_CACHE_HOME: undefined,
            XDG_CONFIG_HOME: undefined,
            XDG_DATA_HOME: undefined,
          },
        });

        expect([end.code, end.stderr]).to.deep.equal([0, ""]);
        expect(end.stdout).to.contain("verify (presence): OK");
      });
    }

    it("given a path with spaces, other letters and signs of URLs, then files are written, read and locked in it", async () => {
      using moved = createProject(deadConfig("http://127.0.0.1:1"), {
        from: "dist",
      });
      using folder = temporaryFolder();
      const cwd = folder.at("grün und 日本 %20#1");
      renameSync(moved.root, cwd);
      const file = join(cwd, "chains config.js");

      for (const args of [
        ["config", "--format", "js", "--out", file],
        ["config", "--check", file],
        ["export", "--out", "an export.json"],
        "verify devnet --sandbox --level wiring --write-lock".split(" "),
        ["verify", "devnet", "--sandbox", "--lock"],
      ]) {
        const end = await runEdge(["alpha", ...args], { cwd });

        expectNoStack(end);
        expect(end.code, args.join(" ")).to.equal(0);
      }
      expect(readdirSync(cwd).toSorted()).to.deep.equal([
        "alpha.lock.json",
        "an export.json",
        "chains config.js",
        "hardhat.config.ts",
        "node_modules",
        "package.json",
      ]);
    });

    it("given a read-only project folder, then what writes nothing works, and the rest says so before it asks a node", async function () {
      if (!canMount()) {
        this.skip();
      }
      const through = readOnly(root);
      const runs = [
        { args: ["verify", "devnet", "--sandbox"], code: 0, words: "" },
        {
          args: ["config", "--out", "config.txt"],
          code: 1,
          words: "is not writable",
        },
        {
          args: "verify devnet --sandbox --level wiring --write-lock".split(
            " ",
          ),
          code: 1,
          words: "is not writable",
        },
      ];
      for (const { args, code, words } of runs) {
        const end = await runEdge(["alpha", ...args], { cwd: root, through });

        expectNoStack(end);
        expect(end.code, end.stderr).to.equal(code);
        expect(end.stderr).to.contain(words);
        expect(end.stdout === "").to.equal(code === 1);
      }
    });
  });

  describe("its end by Ctrl-C", () => {
    for (const args of [
      ["verify", "--format", "json", "--out", "report.json"],
      ["status", "--wait", "--out", "report.json"],
      ["wallet", "--online", "--format", "json", "--out", "report.json"],
    ]) {
      it(`given alpha ${args.join(" ")} and a node that hangs, then it ends by that signal, and no file is made`, async () => {
        await using node = await startHangingNode();
        using own = createProject(deadConfig(node.url), { from: "dist" });

        const before = readdirSync(own.root);
        const { child, ended } = startEdge(["alpha", ...args], {
          cwd: own.root,
        });
        await Promise.race([node.asked, ended]);
        child.kill("SIGINT");
        const end = await ended;

        expectNoStack(end);
        expect([end.code, end.signal]).to.deep.equal([null, "SIGINT"]);
        expect(end.stdout).to.equal("");
        expect(readdirSync(own.root)).to.deep.equal(before);
      });
    }

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

/** A program that runs another one to which this folder is read-only. */
function readOnly(folder: string): readonly string[] {
  return [
    "unshare",
    "--mount",
    "sh",
    "-c",
    'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"',
    folder,
  ];
}

/** Whether this machine lets us: by root on Linux, and not in every container. */
function canMount(): boolean {
  using folder = temporaryFolder({ "inside/file": "" });
  const [program = "", ...args] = readOnly(folder.at("inside"));
  const { status } = spawnSync(program, [...args, "true"], { stdio: "ignore" });
  return status === 0;
}
