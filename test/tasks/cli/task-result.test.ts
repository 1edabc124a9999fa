import { expect } from "chai";

import { runNode } from "../../support/run-node.ts";

const MODULE = new URL("../../../tasks/cli/task-result.ts", import.meta.url);

describe("the exit code of a process whose tasks end with", () => {
  for (const [outcomes, set, expected, task = "verify"] of [
    [["ok"], 0, 0],
    [["unknown"], 1, 2],
    [["ok", "unknown"], 1, 2],
    [["unknown", "failed"], 1, 1],
    [["failed", "unknown"], 1, 1],
    // What a script has set stands.
    [["unknown"], 0, 0],
    [["unknown"], 7, 7],
    // The task of the command line is another one, such as a script that fails.
    [["unknown"], 1, 1, "status"],
  ] as const) {
    it(`${outcomes.join(" and ")}, given ${set} by Hardhat or a script, is ${expected} at alpha ${task}`, async () => {
      const { code, stdout } = await runNode([
        "--input-type=module",
        "--eval",
        `import { taskResult, withAnswer } from ${JSON.stringify(MODULE.href)};
        for (const outcome of ${JSON.stringify(outcomes)}) {
          const run = withAnswer(["alpha", "verify"], () => taskResult("report", outcome));
          console.log((await run()).success);
        }
        process.exitCode = ${set};`,
        "alpha",
        task,
      ]);

      expect(stdout.trim().split("\n")).to.deep.equal(
        outcomes.map((outcome) => String(outcome === "ok")),
      );
      expect(code).to.equal(expected);
    });
  }
});
