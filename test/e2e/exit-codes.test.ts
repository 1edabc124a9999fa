import { expect } from "chai";

import { createProject, runHardhat } from "../support/cli.ts";
import { expectValidReport, REPORT_TASKS } from "../support/schema.ts";
import { configWith, runAlpha } from "./run-alpha.ts";

const DEAD = configWith(
  `{ networks: { devnet: { url: "http://127.0.0.1:1" } } }`,
);

describe("a task that a script runs", function () {
  this.timeout(60_000);

  async function runScript(source: string) {
    using project = createProject(DEAD);

    project.write("script.ts", `import hre from "hardhat";\n${source}`);
    return await runHardhat(["run", "--no-compile", "script.ts"], {
      cwd: project.root,
    });
  }

  it("given a verdict of unknown and a script that ends well, then the exit code is 0 and the report is the result's error", async () => {
    const { code, stdout } = await runScript(`
const task = hre.tasks.getTask(["alpha", "verify"]);
const result = await task.run({ names: ["devnet"], format: "json" });
console.log("RESULT" + JSON.stringify({ success: result.success, value: result.value, error: result.error }));
`);

    expect(code).to.equal(0);
    const [printed, rest] = stdout.split("RESULT");
    const result = JSON.parse(rest ?? "");
    expect(result.success).to.equal(false);
    expect(result).not.to.have.property("value");
    expectValidReport("verify", result.error);
    expect(JSON.parse(printed ?? "")).to.deep.equal(result.error);
  });

  it("given a verdict of ok, then the exit code is 0 and the report is the result's value", async () => {
    const { code, stdout } = await runScript(`
const task = hre.tasks.getTask(["alpha", "status"]);
const result = await task.run({ names: ["devnet"], sandbox: true, format: "json", out: "report.json" });
console.log(JSON.stringify({ success: result.success, value: result.value, error: result.error }));
`);

    expect(code).to.equal(0);
    const result = JSON.parse(stdout);
    expect(result.success).to.equal(true);
    expectValidReport("status", result.value);
  });
});

describe("Hardhat's help", function () {
  this.timeout(60_000);

  it("given hardhat alpha --help, then every task is listed with a description, and every line of the list fits 100 columns", async () => {
    const { code, stdout } = await runAlpha(["--help"]);

    expect(code).to.equal(0);
    for (const task of REPORT_TASKS) {
      expect(stdout).to.match(
        new RegExp(`^(?=.{1,100}$) {2}alpha ${task} {2,}[A-Z].{20,}`, "m"),
      );
    }
  });
});
