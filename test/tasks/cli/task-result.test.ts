import { expect } from "chai";

import { runNode } from "../../support/run-node.ts";

const MODULE = new URL("../../../tasks/cli/task-result.ts", import.meta.url);

describe("the exit code of a process whose tasks end with", () => {
  for (const [outcomes, set, expected] of [
    [["ok"], 0, 0],
    [["unknown"], 1, 2],
    [["ok", "unknown"], 1, 2],
    [["unknown", "failed"], 1, 1],
    [["failed", "unknown"], 1, 1],
    // What a script has set stands.
    [["unknown"], 0, 0],
    [["unknown"], 7, 7],
  ] as const) {
    it(`${outcomes.join(" and ")}, given ${set} by Hardhat or a script, is ${expected}`, async () => {
      const { code, stdout } = await runNode([
        "--input-type=module",
        "--eval",
        `import { taskResult } from ${JSON.stringify(MODULE.href)};
        for (const outcome of ${JSON.stringify(outcomes)}) {
          console.log(taskResult("report", outcome).success);
        }
        process.exitCode = ${set};`,
      ]);

      expect(stdout.trim().split("\n")).to.deep.equal(
        outcomes.map((outcome) => String(outcome === "ok")),
      );
      expect(code).to.equal(expected);
    });
  }
});
