import { join } from "node:path";
import { expect } from "chai";
import { ROOT } from "../../../scripts/paths.ts";
import { createProject, HARDHAT_CLI, runHardhat } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { runNode } from "../../support/run-node.ts";
import { runProgram } from "../../support/run-program.ts";

const PROGRAMS = [
  ["hardhat alpha", [HARDHAT_CLI, "alpha"]],
  ["hardhat-alpha-networks", [join(ROOT, "src/bin.ts")]],
] as const;

/** A config with a plugin that never answers in one of its hooks. */
const silent = (category: string, hook: string): string => `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
const ${hook} = () => new Promise(() => {});
const hooks = async () => ({ default: async () => ({ ${hook} }) });
export default {
  plugins: [hardhatAlphaNetworks, { id: "silent", npmPackage: null, hookHandlers: { ${category}: hooks } }],
};
`;
const SILENT = silent("configurationVariables", "fetchValue");

describe("a process that ends before its task has an answer", function () {
  this.timeout(60_000);

  for (const [name, program] of PROGRAMS) {
    const run = async (
      config: string,
      args: readonly string[],
      env: Readonly<Record<string, string>> = {},
    ) => {
      using project = createProject(config);
      return await runNode([...program, ...args], {
        cwd: project.root,
        env: { ...guardedEnvironment(process.env), ...env },
        timeout: 60_000,
      });
    };

    for (const args of [
      ["verify", "devnet", "--quiet"],
      ["--network", "devnet", "status", "--format", "json"],
      ["networks"],
    ]) {
      it(`given ${name} ${args.join(" ")} and a plugin that never answers, then it ends with 2 and says so`, async () => {
        const { code, stdout, stderr } = await run(SILENT, args);

        expect([code, stdout]).to.deep.equal([2, ""]);
        expect(stderr).to.contain("ended before it had an answer");
      });
    }

    it(`given ${name} with a task that ends, help or wrong usage beside such a plugin, then its code stands`, async () => {
      const codes = [];
      for (const args of [
        ["verify", "devnet", "--sandbox", "--quiet"],
        ["verify", "--help"],
        ["verify", "nowhere"],
      ]) {
        const { code, stderr } = await run(SILENT, args);
        expect(stderr).not.to.contain("had an answer");
        codes.push(code);
      }
      expect(codes).to.deep.equal([0, 0, 1]);
    });
  }

  it("given the program and a plugin that never answers before the task starts, then it ends with 2, too", async () => {
    using project = createProject(silent("hre", "created"));
    const { code, stdout, stderr } = await runNode(
      [join(ROOT, "src/bin.ts"), "verify", "devnet"],
      { cwd: project.root, timeout: 60_000 },
    );

    expect([code, stdout]).to.deep.equal([2, ""]);
    expect(stderr).to.contain("ended before it had an answer");
  });

  for (const [script, expected] of [
    ["await verify();", 13],
    ["process.exitCode = 7; verify();", 7],
  ] as const) {
    it(`given a script that runs such a task with ${script}, then it ends with its own code ${expected}`, async () => {
      using project = createProject(SILENT);
      project.write(
        "script.ts",
        `import hre from "hardhat";
const verify = () => hre.tasks.getTask(["alpha", "verify"]).run({ names: ["devnet"] });
${script}`,
      );

      const { code, stderr } = await runHardhat(
        ["run", "--no-compile", "script.ts"],
        { cwd: project.root },
      );

      expect(code).to.equal(expected);
      expect(stderr).not.to.contain("had an answer");
    });
  }

  const runVerifyScript = async (config: string) => {
    using project = createProject(config);
    return await runProgram(
      "sh",
      [join(ROOT, "examples/ci/verify.sh"), "devnet"],
      {
        cwd: project.root,
        env: {
          ...guardedEnvironment(process.env),
          HARDHAT: `${process.execPath} ${HARDHAT_CLI}`,
          ALPHA_ATTEMPTS: "1",
          ALPHA_LOCK: "false",
        },
      },
    );
  };

  it("given examples/ci/verify.sh and a config without the plugin, then it says so", async () => {
    const { code, stderr } = await runVerifyScript("export default {};\n");

    expect(code).to.equal(1);
    expect(stderr).to.equal(
      "Nothing was verified: hardhat-alpha-networks is not in the plugins of hardhat.config.ts. Add it.\n",
    );
  });

  it("given examples/ci/verify.sh, then it ends with 2 and says that there is no report", async () => {
    const { code, stderr } = await runVerifyScript(SILENT);

    expect(code).to.equal(2);
    expect(stderr)
      .to.contain("ended before it had an answer")
      .and.contain("without a report");
  });

  it("given a plugin that ends the process with 0 within a task, then it ends with 2", async () => {
    const config = SILENT.replace("new Promise(() => {})", "process.exit(0)");
    using project = createProject(config);

    const { code } = await runHardhat(["alpha", "verify", "devnet"], {
      cwd: project.root,
    });

    expect(code).to.equal(2);
  });
});
