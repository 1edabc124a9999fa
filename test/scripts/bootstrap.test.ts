import {
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { type ProcessResult, runNode } from "../support/run-node.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const LOCK = {
  packages: { "": {}, "node_modules/a": { version: "1.0.0" } },
};

/** An npm that notes its calls and "installs" what a test asks it to. */
const NPM = `
const { appendFileSync, mkdirSync, symlinkSync, writeFileSync, rmSync } = require("node:fs");
appendFileSync("npm-calls", process.argv.slice(2, 3) + "\\n");
console.log("npm speaks");
if (process.env.NPM_FAILS) process.exit(Number(process.env.NPM_FAILS));
rmSync("node_modules", { recursive: true, force: true });
mkdirSync("node_modules/node/bin", { recursive: true });
symlinkSync(process.execPath, "node_modules/node/bin/node");
if (!process.env.NPM_LEAVES_OUT_EDR) {
  mkdirSync("node_modules/@nomicfoundation/edr", { recursive: true });
  writeFileSync("node_modules/@nomicfoundation/edr/index.js", "");
}
writeFileSync("node_modules/.package-lock.json",
  JSON.stringify({ packages: { "node_modules/a": { version: "1.0.0" } } }));
`;

interface Project {
  readonly root: string;
  readonly run: (
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ) => Promise<ProcessResult>;
  readonly installs: () => number;
}

async function withProject(
  body: (project: Project) => Promise<void>,
): Promise<void> {
  using folder = temporaryFolder({
    "a b/scripts/commands/hello.ts": `const code: number = Number(process.argv[2] ?? 0);
       console.log("hello from " + process.execPath + " with " + process.env.PATH);
       process.exitCode = code;`,
    "a b/package.json": JSON.stringify({
      engines: { node: ">=22.13.0" },
      devDependencies: { node: "24.21.0" },
    }),
    "a b/package-lock.json": JSON.stringify(LOCK),
    "a b/npm/npm-cli.js": NPM,
  });
  const root = folder.at("a b");
  for (const name of ["bootstrap.mjs", "bootstrap"]) {
    cpSync(
      new URL(`../../scripts/${name}`, import.meta.url),
      join(root, "scripts", name),
      { recursive: true },
    );
  }
  const calls = join(root, "npm-calls");
  await body({
    root,
    run: (args, env = {}) =>
      runNode([join(root, "scripts", "bootstrap.mjs"), ...args], {
        cwd: tmpdir(),
        env: {
          PATH: process.env["PATH"],
          npm_execpath: join(root, "npm", "npm-cli.js"),
          ...env,
        },
      }),
    installs: () =>
      existsSync(calls)
        ? readFileSync(calls, "utf8").split("\n").length - 1
        : 0,
  });
}

describe("scripts/bootstrap.mjs", () => {
  it("given nothing installed, when a command runs, then npm installs once, speaks on stderr, and the command runs on the project's Node", () =>
    withProject(async ({ root, run, installs }) => {
      const { code, stdout, stderr } = await run(["hello"]);

      expect(code, stderr).to.equal(0);
      expect(installs()).to.equal(1);
      expect(stderr).to.include("npm speaks");
      expect(stdout)
        .to.match(/^hello from /)
        .and.not.include("npm speaks");
      const programs = join(root, "node_modules", ".bin");
      expect(stdout.indexOf(programs)).to.be.greaterThan(0);
    }));

  it("given an installation, when a command runs again, then npm is not called", () =>
    withProject(async ({ run, installs }) => {
      await run(["hello"]);

      const { code, stderr } = await run(["hello"], { NPM_FAILS: "9" });

      expect(code).to.equal(0);
      expect(stderr).to.equal("");
      expect(installs()).to.equal(1);
    }));

  const damages: Record<string, (root: string) => void> = {
    "a changed lock file": (root) =>
      writeFileSync(
        join(root, "package-lock.json"),
        JSON.stringify({
          packages: { "node_modules/a": { version: "1.0.1" } },
        }),
      ),
    "a half-finished installation": (root) => {
      rmSync(join(root, "node_modules", ".bootstrap-stamp"));
      rmSync(join(root, "node_modules", ".package-lock.json"));
    },
    "EDR gone": (root) =>
      rmSync(join(root, "node_modules", "@nomicfoundation"), {
        recursive: true,
      }),
    "a project's Node that does not run": (root) => {
      const node = join(root, "node_modules", "node", "bin", "node");
      rmSync(node);
      writeFileSync(node, "this is no program");
    },
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    it(`given ${damage}, when a command runs, then it is noticed and npm installs again`, () =>
      withProject(async ({ root, run, installs }) => {
        await run(["hello"]);
        inflict(root);

        const { code, stderr } = await run(["hello"]);

        expect(stderr).to.match(/^Installing, because /);
        expect(installs()).to.equal(2);
        expect(code).to.equal(0);
      }));
  }

  it("given an npm that fails, when a command runs, then the step, the advice and npm's exit code are reported and nothing else runs", () =>
    withProject(async ({ root, run }) => {
      const { code, stdout, stderr } = await run(["hello"], { NPM_FAILS: "7" });

      expect(code).to.equal(7);
      expect(stdout).to.equal("");
      expect(stderr).to.match(/Setup failed: npm ci/);
      expect(stderr).to.match(/downloads the dependencies/);
      expect(stderr).to.not.match(/\n\s+at /);
      expect(existsSync(join(root, "node_modules"))).to.equal(false);
    }));

  it("given an npm that leaves EDR out, when a command runs, then that is reported and the next run tries again", () =>
    withProject(async ({ run, installs }) => {
      const first = await run(["hello"], { NPM_LEAVES_OUT_EDR: "1" });
      const second = await run(["hello"]);

      expect(first.code).to.equal(1);
      expect(first.stdout).to.equal("");
      expect(first.stderr).to.match(/EDR does not load/);
      expect(second.code).to.equal(0);
      expect(installs()).to.equal(2);
    }));

  it("given a command that fails, when it has run, then its exit code is passed on", () =>
    withProject(async ({ run }) => {
      expect((await run(["hello", "2"])).code).to.equal(2);
    }));
});
