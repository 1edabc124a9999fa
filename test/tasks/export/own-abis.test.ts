import { expect } from "chai";

import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import { compileArtifacts } from "../../support/own-artifacts.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { runNode } from "../../support/run-node.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const OTHER = "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE";
const CONSUMER = `import { encodeFunctionData } from "viem";
import { devnet, devnet_OtherAbi, marketAbi, testnet_OtherAbi } from "./addresses.ts";

export const data = encodeFunctionData({ abi: marketAbi, functionName: "half", args: [1n] });
export const [first, second] = [devnet_OtherAbi, testnet_OtherAbi];
// @ts-expect-error there is no such function
void (() => encodeFunctionData({ abi: marketAbi, functionName: "third", args: [1n] }));
console.log(devnet.contracts.Market, data.length, first.length, second.length);
`;

describe("alpha export --format typescript --abis", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  const contracts = (other: string, more = "") =>
    `contracts: { Market: { address: "${ADDRESS}", artifact: "./Market.json" }, Other: { address: "${OTHER}", artifact: "./${other}.json" }, Plain: "${OTHER}"${more} }`;
  const configOf = (more = "") => `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: {
    devnet: { ${contracts("Shares", more)} },
    testnet: { ${contracts("Child")} },
  } },
};
`;
  before(() => {
    project = createProject(configOf());
    for (const [name, artifact] of Object.entries(compileArtifacts())) {
      project.write(`${name}.json`, JSON.stringify(artifact));
    }
    project.write(
      "lost.config.ts",
      configOf(`, Lost: { address: "${OTHER}", artifact: "./lost.json" }`),
    );
  });
  after(() => project.remove());

  const run = async (command: string) =>
    await runHardhatHere(command.split(" "), { cwd: project.root });
  const EXPORT = "alpha export devnet testnet --format typescript";

  it("given own contracts, then their ABIs compile and run with viem, and a check of the file finds nothing until an ABI changes", async () => {
    const written = await run(`${EXPORT} --abis --out addresses.ts`);
    const note =
      'Plain has no ABI: there is no artifact: run "npx hardhat build".';
    expect(written.stderr.trim().split("\n")).to.deep.equal([
      "Wrote addresses.ts.",
      `devnet: ${note}`,
      `testnet: ${note}`,
    ]);
    expect(written.code).to.equal(0);
    project.write("consumer.ts", CONSUMER);
    const tsc = await runNode(
      [
        `${REPOSITORY}/node_modules/typescript/bin/tsc`,
        ...["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"],
        ...["--target", "es2022", "--lib", "es2022,dom", "--types", ""],
        ...["--allowImportingTsExtensions", "consumer.ts"],
      ],
      { cwd: project.root },
    );
    expect(tsc.stdout).to.equal("");

    const { stdout } = await runNode(["consumer.ts"], { cwd: project.root });
    expect(stdout).to.equal(`${ADDRESS} 74 1 2\n`);

    const check = `${EXPORT} --abis --check addresses.ts`;
    expect((await run(check)).code).to.equal(0);
    const text = project.read("addresses.ts");
    project.write("addresses.ts", text.replace('"half"', '"third"'));
    const { code, stdout: findings } = await run(check);
    expect(code).to.equal(1);
    expect(findings).to.contain("marketAbi");
  });

  it("given an artifact that is not there, then the rest is written, stderr names it, and the exit code is 2", async () => {
    const { code, stdout, stderr } = await run(
      `--config lost.config.ts ${EXPORT} --abis`,
    );

    expect(stderr).to.match(/^devnet: Lost has no ABI: .*lost\.json/m);
    expect(code).to.equal(2);
    expect(stdout).to.contain("export const marketAbi = [");
  });

  it("given another format, then it is a mistake", async () => {
    const { code, stderr } = await run("alpha export --abis");

    expect(code).to.equal(1);
    expect(stderr).to.contain("--abis requires --format typescript.");
  });
});
