import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";

import { expect } from "chai";

import { startLiveNetwork, urlVariables } from "../../e2e/live-network.ts";
import { readAction, withoutExpressions } from "../../support/action.ts";
import { type Anvil, removeAnvilCode } from "../../support/anvil.ts";
import { DEAD_URL } from "../../support/listen.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { runProgram } from "../../support/run-program.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { type CiProject, createCiProject } from "./ci-project.ts";

const ACTION = readAction();
const DEAD = urlVariables({ devnet: DEAD_URL });
const LOCK = "alpha.lock.json";

/** Runs the steps of action.yml as GitHub does, until one fails. */
async function runAction(
  project: CiProject,
  inputs: Readonly<Record<string, string>> = {},
  variables: NodeJS.ProcessEnv = {},
) {
  const files = {
    GITHUB_OUTPUT: project.write("runner-temp/output", ""),
    GITHUB_STEP_SUMMARY: project.write("runner-temp/summary", ""),
  };
  const values: Record<string, string> = {
    "runner.temp": project.at("runner-temp"),
  };
  for (const [name, input] of Object.entries(ACTION.inputs)) {
    values[`inputs.${name}`] = inputs[name] ?? input.default;
  }
  let code = 0;
  let stdout = "";
  let stderr = "";
  for (const step of ACTION.runs.steps) {
    const script = project.write("runner-temp/step.sh", step.run);
    const result = await runProgram(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", script],
      {
        cwd: project.at(withoutExpressions(step["working-directory"], values)),
        env: {
          ...project.env,
          ...variables,
          ...files,
          GITHUB_ACTIONS: "true",
          GITHUB_ACTION_PATH: REPOSITORY,
          GITHUB_WORKSPACE: project.root,
          ...Object.fromEntries(
            Object.entries(step.env).map(([name, text]) => [
              name,
              withoutExpressions(text, values),
            ]),
          ),
        },
      },
    );
    stdout += result.stdout;
    stderr += result.stderr;
    code = result.code;
    if (code !== 0) {
      break;
    }
  }
  const outputs: Readonly<Record<string, string>> = Object.fromEntries(
    project
      .read("runner-temp/output")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
        return [name, value];
      }),
  );
  const summary = project.read("runner-temp/summary");
  return { code, stdout, stderr, outputs, summary };
}

const annotations = (stdout: string, command: string) =>
  stdout.split("\n").filter((line) => line.startsWith(`::${command} `));

/** That annotation, summary and outcome say so, and why. */
function expectNothingVerified(
  { code, stdout, outputs, summary }: Awaited<ReturnType<typeof runAction>>,
  exitCode: number,
  cause: string,
): void {
  const errors = annotations(stdout, "error");
  expect(errors, stdout).to.have.lengthOf(1);
  expect(errors[0]).to.contain(cause);
  expect(summary).to.match(/^## ❌ alpha verify: nothing was verified\n\n {4}/);
  expect(summary.replaceAll(/\n */g, "%0A")).to.contain(cause);
  expect(outputs).to.deep.equal({
    outcome: "error",
    "exit-code": `${exitCode}`,
  });
  expect(code).to.equal(exitCode);
}

describe("action.yml", function () {
  this.timeout(120_000);

  let devnet: Anvil;
  let project: CiProject;
  before(async () => {
    devnet = await startLiveNetwork("devnet");
    project = createCiProject(urlVariables({ devnet: devnet.url }));
    const { code, stderr } = await project.run(
      "npx hardhat alpha verify devnet --write-lock",
    );
    expect(code, stderr).to.equal(0);
  });
  after(async () => {
    project?.remove();
    await devnet?.close();
  });

  const lock = () => project.read(LOCK);

  it("given networks that hold, then it installs nothing, succeeds, and has a summary, an annotation and its reports as outputs", async () => {
    const { code, stdout, stderr, outputs, summary } = await runAction(
      project,
      { networks: " devnet\n" },
    );

    expect(code, stdout + stderr).to.equal(0);
    expect(stdout).to.contain("nothing is installed");
    expect(outputs).to.include({ outcome: "ok", "exit-code": "0" });
    expect(summary).to.contain("## ✅ alpha verify");
    expect(annotations(stdout, "notice")).not.to.deep.equal([]);
    const report = expectValidReport(
      "verify",
      readFileSync(outputs["json"] ?? "", "utf8"),
    );
    expect([report.level, report.networks[0]?.lock?.verdict]).to.deep.equal([
      "wiring",
      "holds",
    ]);
    for (const name of ["junit", "markdown"]) {
      expect(existsSync(outputs[name] ?? ""), name).to.equal(true);
    }
  });

  it("given a node that fails at first, then it tries again, and only the last attempt is reported", async () => {
    const command = project.write(
      "flaky",
      `#!/bin/sh
[ -e failed ] || { touch failed; export ALPHA_DEVNET_RPC_URL=http://127.0.0.1:1; }
exec npx hardhat "$@"
`,
    );
    chmodSync(command, 0o755);

    const { code, stdout, stderr, outputs, summary } = await runAction(
      project,
      { networks: "devnet", command: "./flaky", "retry-seconds": "0" },
    );

    expect(code, stdout + stderr).to.equal(0);
    expect(stderr).to.contain("Attempt 1 of 3: the result is unknown");
    expect(outputs["outcome"]).to.equal("ok");
    expect(summary.match(/^## /gm)).to.have.lengthOf(1);
    expect(annotations(stdout, "warning")).to.deep.equal([]);
  });

  it("given a node that does not answer, then it is unknown after the last attempt, with its reports", async () => {
    const { code, stdout, stderr, outputs, summary } = await runAction(
      project,
      { networks: "devnet", attempts: "2", "retry-seconds": "0" },
      DEAD,
    );

    expect(code, stdout + stderr).to.equal(2);
    expect(stderr.match(/Attempt \d of 2/g)).to.deep.equal(["Attempt 1 of 2"]);
    expect(outputs).to.include({ outcome: "unknown", "exit-code": "2" });
    expect(existsSync(outputs["json"] ?? "")).to.equal(true);
    expect(annotations(stdout, "warning")).not.to.deep.equal([]);
    expect(summary.match(/^## /gm)).to.have.lengthOf(1);
  });

  it("given a command that fails after its report is written, then it is an error, and nothing is called wrong", async () => {
    const command = project.write(
      "broken",
      `#!/bin/sh
npx hardhat "$@" || exit
rm "$ALPHA_REPORTS/alpha-verify.md"
echo "Error: The step summary cannot be written." >&2
exit 1
`,
    );
    chmodSync(command, 0o755);

    const { code, stderr, outputs } = await runAction(project, {
      networks: "devnet",
      command: "./broken",
    });

    expect(code).to.equal(1);
    expect(stderr).to.contain("The step summary cannot be written.");
    expect(stderr).not.to.contain("Verification failed");
    expect(outputs).to.include({ outcome: "error", "exit-code": "1" });
    expect(outputs).to.include.keys("json", "junit");
    expect(outputs).to.not.include.keys("markdown");
    rmSync(command);
  });

  it("given a second step of a job, then the reports of the first stay what they are", async () => {
    const inputs = { networks: "devnet", lock: "false", level: "presence" };
    const first = await runAction(project, inputs);
    const second = await runAction(project, { ...inputs, level: "identity" });

    const levels = [first, second].map(({ outputs: { json = "" } }) => {
      const report = expectValidReport("verify", readFileSync(json, "utf8"));
      return report.level;
    });
    expect(levels).to.deep.equal(["presence", "identity"]);
  });

  it("given texts that a shell would run, or options, as inputs, then nothing runs, and the outcome is an error", async () => {
    const locked = lock();
    const before = readdirSync(project.root).toSorted();
    for (const [inputs, cause] of [
      [{ networks: "devnet; touch pwned" }, "The input networks must"],
      [{ networks: "devnet --write-lock" }, "The input networks must"],
      [
        { networks: "devnet", level: "wiring --write-lock; touch pwned" },
        "The input level must be presence, identity or wiring.",
      ],
      [{ networks: "devnet", lock: "$(touch pwned)" }, "The input lock must"],
      [
        { networks: "devnet", strict: "true --write-lock" },
        "The input strict must be true or false.",
      ],
      [
        { networks: "devnet", attempts: "1; touch pwned" },
        "The input attempts must be a number from 1 to 99.",
      ],
      [
        { networks: "devnet", "retry-seconds": "`touch pwned`" },
        "The input retry-seconds must be a number from 0 to 9999.",
      ],
      [
        { networks: "nonet" },
        'The input networks is wrong: Unknown network "nonet"',
      ],
    ] as const) {
      expectNothingVerified(await runAction(project, inputs), 1, cause);
    }
    expect(readdirSync(project.root).toSorted()).to.deep.equal(before);
    expect(lock()).to.equal(locked);
  });

  it("given a contract that has changed, then it fails, lists the change, and does not accept it", async () => {
    const locked = lock();
    await removeAnvilCode(devnet.url, SANDBOX_PLANS.devnet.plan.dispenser);

    const { code, stdout, outputs, summary } = await runAction(project, {
      networks: "devnet",
    });

    expect(code).to.equal(1);
    expect(outputs).to.include({ outcome: "failed", "exit-code": "1" });
    expect(annotations(stdout, "error").join("\n")).to.contain(
      "registry.Dispenser (control)",
    );
    const lines = locked.split("\n");
    const entry = lines.findIndex((line) =>
      line.includes("registry.Dispenser"),
    );
    expect(annotations(stdout, "error").join("\n")).to.contain(
      `::error file=${LOCK},line=${entry + 1},title=`,
    );
    expect(summary).to.contain("registry.Dispenser (control)");
    expect(lock()).to.equal(locked);
  });

  it("given no lock file, then the outcome is an error, with the command that creates it", async () => {
    rmSync(project.at(LOCK));

    const result = await runAction(
      project,
      { networks: "devnet" },
      { CI: "true" },
    );

    expectNothingVerified(
      result,
      1,
      'Create it with "npx hardhat alpha verify devnet --write-lock"',
    );
    expect(result.stderr).to.contain("There is no lock file");
    expect(result.stderr).not.to.match(/^ +at /m);
    expect(existsSync(project.at(LOCK))).to.equal(false);
  });

  it("given a folder without the dependencies, then they are installed by the lock file of its package manager, or it is an error that says so", async () => {
    const bare = "bare";
    mkdirSync(project.at(bare));
    // What Node.js finds in the folders above is installed, too.
    rmSync(project.at("node_modules"), { recursive: true });
    for (const name of ["npm", "pnpm", "yarn"]) {
      project.addProgram(
        name,
        '[ "$1" = --version ] && echo 4.9.0 && exit\necho "$(basename "$0") $*" >> ../installed\necho "npm error code EUSAGE" >&2\nexit 3',
      );
    }
    const run = async (inputs: Readonly<Record<string, string>> = {}) =>
      await runAction(project, { "working-directory": bare, ...inputs });

    expectNothingVerified(
      await run(),
      1,
      "has no lock file of a package manager",
    );
    for (const [file, command] of [
      ["yarn.lock", "yarn install --immutable"],
      ["pnpm-lock.yaml", "pnpm install --frozen-lockfile"],
      ["package-lock.json", "npm ci"],
    ] as const) {
      project.write(`${bare}/${file}`, "");
      rmSync(project.at("installed"), { force: true });

      expectNothingVerified(
        await run(),
        3,
        `"${command}" ended with exit code 3.%0Anpm error code EUSAGE`,
      );
      expect(project.read("installed").trim()).to.equal(command);
    }
    expectNothingVerified(
      await run({ install: "false" }),
      1,
      "and the input install is not",
    );
  });
});
