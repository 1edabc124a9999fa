import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { httpProvider } from "../../support/anvil.ts";
import { runHardhat, type TemporaryProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import {
  type SandboxProcess,
  startSandboxProcess,
} from "../../support/sandbox-process.ts";
import { expectValidReport } from "../../support/schema.ts";
import { createExample, exampleCommands } from "./example-project.ts";

const ABI = parseAbi([
  "function owner() view returns (address)",
  "function setFee(uint256)",
  "function transferOwnership(address)",
]);
const SOMEBODY = "0x00000000000000000000000000000000000A11cE";

describe("the example with own contracts", function () {
  this.timeout(300_000);

  let project: TemporaryProject;
  let sandbox: SandboxProcess;

  const run = async (...args: readonly string[]) =>
    await runHardhatHere(args, {
      cwd: project.root,
      env: { ALPHA_DEVNET_RPC_URL: sandbox.urls.get("devnet") },
    });
  const send = async (method: string, ...params: unknown[]) =>
    await httpProvider(sandbox.urls.get("devnet") ?? "").request({
      method,
      params,
    });
  const path = (...parts: string[]) => join(project.root, ...parts);
  const deployed = (future: string): `0x${string}` =>
    JSON.parse(
      readFileSync(
        path("ignition/deployments/devnet/deployed_addresses.json"),
        "utf8",
      ),
    )[`MarketModule#${future}`];
  const call = async (data: `0x${string}`) => {
    const [from] = Object(await send("eth_accounts"));
    await send("eth_sendTransaction", { from, to: deployed("Market"), data });
  };

  before(async () => {
    project = createExample("own-contracts");
    await runHardhat(["build"], { cwd: project.root, timeout: 120_000 });
    sandbox = await startSandboxProcess(
      ["devnet", "--port", "0", "--script", "scripts/deploy.ts"],
      { cwd: project.root },
    );
    const [, write = "", compare = ""] = exampleCommands("own-contracts");
    for (const command of [write, compare]) {
      const { code, stdout, stderr } = await run(...command.split(" "));
      expect(code, stdout + stderr).to.equal(0);
      expect(stdout).to.match(/✔ recognised Shares +0x.*\n +exact: /);
    }
  });

  after(async () => {
    await sandbox?.end("SIGTERM");
    project.remove();
  });

  it("given the deployment, then JUnit has a case for each contract, and the networks and exports have them", async () => {
    const verify = ["alpha", "verify", "devnet", "--level", "identity"];
    const { stdout: junit } = await run(...verify, "--format", "junit");
    const outputs = [
      await run("alpha", "networks", "devnet"),
      await run(..."alpha export devnet --format solidity".split(" ")),
    ];

    for (const name of ["Market", "MarketCode", "MarketProxy", "Shares"]) {
      const line = new RegExp(`\\b${name}\\b.*${deployed(name)}`);
      expect(junit).to.match(new RegExp(`name="[^"]*\\b${name}\\b`));
      for (const { stdout } of outputs) {
        expect(stdout).to.match(line);
      }
    }
  });

  it("given a changed fee and another owner, then both are changes, with the old and the new value", async () => {
    await call(
      encodeFunctionData({ abi: ABI, functionName: "setFee", args: [5n] }),
    );
    await call(
      encodeFunctionData({
        abi: ABI,
        functionName: "transferOwnership",
        args: [SOMEBODY],
      }),
    );

    const { code, stdout } = await run(
      ..."alpha verify devnet --lock --format json".split(" "),
    );

    expect(code).to.equal(1);
    const wrong = expectValidReport("verify", stdout)
      .networks.flatMap(({ problems }) => problems)
      .map(({ affects, reason }) => `${affects}: ${reason}`)
      .join("\n");
    expect(wrong).to.match(/own\.Market\.fee: .*10000000000000000.*5/);
    expect(wrong).to.match(new RegExp(`own\\.Market\\.owner: .*${SOMEBODY}`));
  });
});
