import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { type EdgeEnd, runEdge } from "../e2e/edge-process.ts";
import { configWith } from "../e2e/run-alpha.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";

const TASKS = [
  "networks",
  "config",
  "verify",
  "status",
  "sandbox",
  "export",
  "init",
  "discover",
  "lint",
  "wallet",
];

function expectUsageError(end: EdgeEnd, words: string): void {
  expect([end.code, end.stdout]).to.deep.equal([1, ""]);
  expect(end.stderr).to.contain(words);
  expect(end.stderr).not.to.match(/^\s+at /m);
  expect(end.stderr).not.to.contain("report-bug");
}

/** As the command line has it: `max-block-age`. */
const dashed = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe("the command line of every task", function () {
  this.timeout(120_000);

  let hre: HardhatRuntimeEnvironment;
  let project: TemporaryProject;
  before(async () => {
    hre = await createAlphaHre();
    project = createProject(configWith(), { from: "dist" });
  });
  after(() => project?.remove());

  const alpha = (...args: string[]) =>
    runEdge(["alpha", ...args], { cwd: project.root });

  it("is tried here for all there are", () => {
    expect(
      [...hre.tasks.getTask("alpha").subtasks.keys()].toSorted(),
    ).to.deep.equal(TASKS.toSorted());
  });

  for (const task of TASKS) {
    it(`given alpha ${task} and each option without its value, or twice, then Hardhat refuses it`, async () => {
      const { options } = hre.tasks.getTask(["alpha", task]);
      for (const { name, type } of options.values()) {
        const option = `--${dashed(name)}`;
        if (type === "FLAG") {
          expectUsageError(await alpha(task, option, option), "HHE510");
          continue;
        }
        expectUsageError(await alpha(task, option), "HHE505");
        expectUsageError(await alpha(task, option, "x", option, "x"), "HHE510");
      }
      expectUsageError(await alpha(task, "--no-such-option"), "HHE504");
    });

    it(`given alpha ${task} in a folder that is no Hardhat project, then Hardhat says so, and nothing is made`, async () => {
      const cwd = mkdtempSync(join(tmpdir(), "alpha-none-"));
      try {
        const end = await runEdge(["alpha", task], { cwd });

        expectUsageError(end, "No Hardhat config file found");
        expect(readdirSync(cwd)).to.deep.equal([]);
      } finally {
        rmSync(cwd, { recursive: true, force: true });
      }
    });
  }
});
