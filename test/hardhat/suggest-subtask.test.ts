import { expect } from "chai";
import { subtaskWarnings } from "../../src/hardhat/hooks/hre.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";

describe("the suggestion of a subtask", () => {
  for (const [command, expected] of [
    ["alpha verfiy", '"alpha verfiy" is not a task. Did you mean verify?'],
    [
      "--network devnet alpha statsu --json",
      '"alpha statsu" is not a task. Did you mean status?',
    ],
    ["alpha --network devnetSandbox status", undefined],
    ["alpha frobnicate", undefined],
    ["alpha verify", undefined],
    ["test verfiy", undefined],
  ] as const) {
    it(`given "${command}", is ${expected ?? "none"}`, async () => {
      const { tasks } = await createAlphaHre();

      expect(subtaskWarnings(command.split(" "), tasks)).to.deep.equal(
        expected === undefined ? [] : [expected],
      );
    });
  }
});
