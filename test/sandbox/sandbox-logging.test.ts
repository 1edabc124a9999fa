import { stripVTControlCharacters } from "node:util";

import { expect } from "chai";

import { guardedEnvironment } from "../support/guarded-environment.ts";
import { runNode } from "../support/run-node.ts";

async function chainLog(logging: "enabled" | "disabled"): Promise<string[]> {
  const { code, stdout, stderr } = await runNode(
    ["sandbox-logging-chain.ts", logging],
    {
      cwd: import.meta.dirname,
      env: guardedEnvironment(process.env),
      timeout: 60_000,
    },
  );
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
  return stripVTControlCharacters(stdout)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

describe("a sandbox's log", () => {
  it("given logging, says nothing of the making, during it or afterwards, and all that follows", async () => {
    const [first, second, third, fourth, ...rest] = await chainLog("enabled");

    expect([first, second, third]).to.deep.equal([
      "populated",
      "eth_chainId",
      "evm_mine",
    ]);
    expect(fourth).to.match(/^Mined empty block #\d+ with base fee 875000000$/);
    expect(rest).to.deep.equal([]);
  });

  it("given no logging, says nothing", async () => {
    expect(await chainLog("disabled")).to.deep.equal(["populated"]);
  });
});
