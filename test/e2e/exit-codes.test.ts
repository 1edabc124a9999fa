import { expect } from "chai";

import { createProject, runHardhat } from "../support/cli.ts";
import { DEAD_URL } from "../support/listen.ts";
import { expectValidReport } from "../support/schema.ts";
import { configWith } from "./run-alpha.ts";

const DEAD = configWith(`{ networks: { devnet: { url: "${DEAD_URL}" } } }`);

describe("a task that a script runs", function () {
  this.timeout(60_000);

  it("given a verdict of unknown, one of ok and a script that ends well, then the exit code is 0, and the reports are an error and a value", async () => {
    using project = createProject(DEAD);
    project.write(
      "script.ts",
      `import hre from "hardhat";
for (const [task, sandbox] of [["verify", false], ["status", true]]) {
  const args = { names: ["devnet"], sandbox, format: "json", out: task + ".json" };
  const { success, value, error } = await hre.tasks.getTask(["alpha", task]).run(args);
  console.log(JSON.stringify({ success, value, error }));
}`,
    );

    const { code, stdout } = await runHardhat(
      ["run", "--no-compile", "script.ts"],
      { cwd: project.root },
    );

    expect(code).to.equal(0);
    const [unknown, ok] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(unknown).to.have.all.keys("success", "error");
    expect([unknown.success, ok.success]).to.deep.equal([false, true]);
    expectValidReport("verify", unknown.error);
    expect(JSON.parse(project.read("verify.json"))).to.deep.equal(
      unknown.error,
    );
    expectValidReport("status", ok.value);
  });
});
