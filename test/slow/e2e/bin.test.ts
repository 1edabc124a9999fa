import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import manifest from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/paths.ts";
import { TASKS } from "../../../tasks/index.ts";
import { initExamples, NEW_PROJECT } from "../../../tasks/init/action.ts";
import { urlVariables } from "../../e2e/live-network.ts";
import { configWith, runAlpha } from "../../e2e/run-alpha.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { createProject, linkPackages, runHardhat } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { runNode } from "../../support/run-node.ts";
import { runProgram } from "../../support/run-program.ts";

const BIN = join(ROOT, "src/bin.ts");

describe("the program of the package", function () {
  this.timeout(60_000);

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-bin-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = folder,
  ) =>
    runNode([BIN, ...args], {
      cwd,
      env: { ...guardedEnvironment(process.env), ...env },
      timeout: 60_000,
    });

  it("given a folder without a project, then it prints and ends as in a project", async () => {
    const args = ["config", "--format=json", "--", "devnet"];
    const alone = await run(args);
    const inProject = await runAlpha(args);

    expect([alone.code, alone.stderr]).to.deep.equal([0, ""]);
    expect(alone.stdout).to.equal(inProject.stdout);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it("given a chain that has not moved for years, then the status fails with code 1", async () => {
    await using node = await startChainNode({ chainId: 32456 });

    const { code, stdout } = await run(
      ["--network", "devnet", "status"],
      urlVariables({ devnet: node.url }),
    );

    expect(stdout).to.contain("stale");
    expect(code).to.equal(1);
  });

  it("given a lock file that it wrote, then it is in the folder, and the sandbox matches it", async () => {
    const verify = ["verify", "devnet", "--sandbox"];
    expect((await run([...verify, "--write-lock"])).code).to.equal(0);

    expect((await run([...verify, "--lock"])).code).to.equal(0);
    expect(readdirSync(folder)).to.deep.equal(["alpha.lock.json"]);
  });

  it("given --help, then it names the program and each task, and for a task each of its options; given --version, then the package's", async () => {
    const tasks = TASKS.filter((task) => "positionalArguments" in task);
    const { stdout } = await run(["--help"]);
    for (const { id, description } of tasks) {
      expect(stdout).to.match(
        new RegExp(`^  ${id.at(-1)} {2,}${description}$`, "m"),
      );
    }
    const [verify] = tasks.filter(({ id }) => id.at(-1) === "verify");
    const help = await run(["verify", "-h"]);

    expect(stdout + help.stdout).not.to.match(/\bhardhat alpha\b/);
    expect(help.stdout).to.contain(
      "Usage: hardhat-alpha-networks [GLOBAL OPTIONS] verify ",
    );
    for (const { description } of Object.values(verify?.options ?? {})) {
      expect(help.stdout).to.contain(description);
    }
    const version = await run(["--version"]);
    expect(version.stdout).to.equal(`${manifest.version}\n`);
  });

  for (const [args, message] of [
    [["nope"], 'Unrecognized subtask "nope"'],
    [["status", "--config", "nope.ts"], "nope.ts"],
    [
      ["verify", "devnet", "--lock"],
      'Create it with "npx hardhat-alpha-networks verify devnet --write-lock"',
    ],
  ] as const) {
    it(`given ${args.join(" ")}, then it ends with 1 and an error that says why`, async () => {
      const { code, stdout, stderr } = await run(args);

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr)
        .to.match(/^Error.*: /)
        .and.contain(message);
      expect(stderr).not.to.match(/^ +at /m);
    });
  }

  it("given a Hardhat config above the folder, then its networks and its Hardhat are used; given one whose project lacks the plugin, then it says so and goes on", async () => {
    using project = createProject(
      configWith('{ networks: { devnet: { name: "sea" } } }'),
    );

    const inside = join(project.root, "a/folder");
    mkdirSync(inside, { recursive: true });
    const below = await run(["networks", "sea"], {}, inside);

    expect([below.code, below.stderr]).to.deep.equal([0, ""]);
    expect(below.stdout).to.match(/^devnet \(sea\) +\S.* 32456 /m);

    writeFileSync(join(folder, "hardhat.config.js"), "syntax error");

    const { code, stdout, stderr } = await run(["networks"]);

    expect(code).to.equal(0);
    expect(stdout).to.match(/^devnet +\S.* 32456 /m);
    expect(stderr).to.contain("hardhat.config.js is not used");
  });

  it("given an option before the task, then no other task is suggested", async () => {
    const { code, stderr } = await run([
      "--network",
      "devnetSandbox",
      "status",
    ]);

    expect([code, stderr]).to.deep.equal([0, ""]);
  });

  it("given an example for a folder without a project, then the next steps make the project that it needs", async () => {
    const { code, stdout } = await run(["init", "script"]);

    expect(code).to.equal(0);
    const [first, ...commands] = stdout.trimEnd().split("\n");
    expect(first).to.equal(
      "Wrote scripts/publish.ts. It needs a Hardhat project with this plugin. Next:",
    );
    expect(commands.map((line) => line.trim())).to.deep.equal([
      ...NEW_PROJECT,
      ...(initExamples([])["script"]?.next ?? []),
    ]);
    const script = NEW_PROJECT.filter((line) => !line.includes("npm install"));
    const { code: made, stderr } = await runProgram(
      "sh",
      ["-ec", script.join("\n")],
      { cwd: folder, env: guardedEnvironment(process.env) },
    );
    expect(made, stderr).to.equal(0);
    linkPackages(join(folder, "node_modules"), "src");
    const { code: ran, stderr: errors } = await runHardhat(
      [
        "run",
        "--no-compile",
        "scripts/publish.ts",
        "--network",
        "devnetSandbox",
      ],
      { cwd: folder },
    );
    expect(ran, errors).to.equal(0);
  });
});
