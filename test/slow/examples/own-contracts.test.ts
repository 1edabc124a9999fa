import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { httpProvider } from "../../support/anvil.ts";
import { runHardhat, type TemporaryProject } from "../../support/cli.ts";
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
  "function upgradeTo(address)",
]);
const SOMEBODY = "0x00000000000000000000000000000000000A11cE";

describe("the example with own contracts", function () {
  this.timeout(300_000);

  let project: TemporaryProject;
  let sandbox: SandboxProcess;
  let snapshot: unknown;

  const run = async (...args: readonly string[]) =>
    await runHardhat(args, {
      cwd: project.root,
      timeout: 120_000,
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

  beforeEach(async () => {
    snapshot = await send("evm_snapshot");
  });

  afterEach(async () => {
    await send("evm_revert", snapshot);
  });

  after(async () => {
    await sandbox?.end("SIGTERM");
    project.remove();
  });

  async function verified(...args: readonly string[]) {
    const verify = ["alpha", "verify", "devnet", ...args];
    const { code, stdout, stderr } = await run(...verify, "--format", "json");
    expect(stderr).to.not.contain("Error");
    const [network] = expectValidReport("verify", stdout).networks;
    return {
      code,
      wrong: network?.checks
        .filter(({ status }) => status !== "ok")
        .map(
          ({ name, findings }) =>
            `${name}: ${findings.map(({ reason }) => reason).join("; ")}`,
        )
        .join("\n"),
    };
  }

  it("given the deployment, then JUnit has a case for each contract, and the networks and exports have them", async () => {
    const verify = ["alpha", "verify", "devnet", "--level", "identity"];
    const { stdout: junit } = await run(...verify, "--format", "junit");
    const { stdout: networks } = await run("alpha", "networks", "devnet");

    const outputs = [networks];
    for (const format of ["typescript", "solidity", "address-json"]) {
      outputs.push(
        (await run("alpha", "export", "devnet", "--format", format)).stdout,
      );
    }

    for (const name of ["Market", "MarketCode", "MarketProxy", "Shares"]) {
      const line = new RegExp(`\\b${name}\\b.*${deployed(name)}`);
      expect(junit).to.match(new RegExp(`name="[^"]*\\b${name}\\b`));
      for (const output of outputs) {
        expect(output).to.match(line);
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

    const { code, wrong } = await verified("--lock");

    expect(code).to.equal(1);
    expect(wrong).to.match(/own\.Market\.fee: .*10000000000000000.*5/);
    expect(wrong).to.match(new RegExp(`own\\.Market\\.owner: .*${SOMEBODY}`));
  });

  it("given an upgrade to another contract's code, then it is not that of the artifact, and the implementation has changed", async () => {
    const other = deployed("Shares");
    await call(
      encodeFunctionData({
        abi: ABI,
        functionName: "upgradeTo",
        args: [other],
      }),
    );

    const { code, wrong } = await verified("--lock");

    expect(code).to.equal(1);
    expect(wrong, wrong).to.match(
      /own\.Market: .*its code is not that of .*Market\.json \(solc 0\.8\.37, no optimizer, EVM version london\): it lacks (?:\w+\(\), ){2}\w+\(\) and others/,
    );
    expect(wrong).to.contain(other);
  });

  it("given the same contract deployed with the optimizer, then its code is wrong, with the probable cause; changed sources alone change nothing", async () => {
    const config = path("hardhat.config.ts");
    const before = readFileSync(config, "utf8");
    const folder = path("ignition/deployments/devnet/artifacts");
    const artifact = join(folder, "MarketModule#MarketCode.json");
    const stored = readFileSync(artifact, "utf8");
    try {
      writeFileSync(
        config,
        before.replace(
          "settings: {",
          "settings: { optimizer: { enabled: true },",
        ),
      );
      await run("build");
      expect((await verified("--lock")).code).to.equal(0);
      writeFileSync(
        artifact,
        readFileSync(path("artifacts/contracts/Market.sol/Market.json")),
      );

      const { code, wrong } = await verified("--level", "identity");

      expect(code).to.equal(1);
      expect(wrong).to.match(
        /^own\.MarketCode: its code is not that of .*: it has the same functions in \d+ bytes, not \d+: probably other optimizer settings/,
      );
    } finally {
      writeFileSync(config, before);
      writeFileSync(artifact, stored);
    }
  });
});
