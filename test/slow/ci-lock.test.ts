import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import {
  startLiveNetwork,
  urlVariables,
  withCode,
} from "../e2e/live-network.ts";
import { configWith, NEW_CHAINS } from "../e2e/run-alpha.ts";
import { type Anvil, httpProvider } from "../support/anvil.ts";
import { startFrontServer } from "../support/chain-node.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { DEAD_URL } from "../support/listen.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectValidReport } from "../support/schema.ts";

const PLAN = SANDBOX_PLANS.devnet.plan;
describe("the lock file", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let project: TemporaryProject;
  before(async () => {
    devnet = await startLiveNetwork("devnet");
    // So that the locked block is not the genesis block.
    const { request } = httpProvider(devnet.url);
    await request({ method: "hardhat_mine", params: ["0x100"] });
  });
  after(async () => {
    await devnet?.close();
  });
  beforeEach(() => {
    project = createProject(configWith(NEW_CHAINS));
  });
  afterEach(() => project.remove());

  const verify = async (
    args: readonly string[],
    { url = devnet.url, root = project.root, run = runHardhatHere } = {},
  ) => {
    const result = await run(["alpha", "verify", ...args, "--format", "json"], {
      cwd: root,
      env: urlVariables({ devnet: url }),
    });
    return {
      ...result,
      report:
        result.stdout === ""
          ? undefined
          : expectValidReport("verify", result.stdout),
    };
  };

  const path = () => join(project.root, "alpha.lock.json");
  const read = () => readFileSync(path(), "utf8");
  /** Writes the lock file of devnet, and returns what it has of it. */
  const lockNow = async () => {
    await verify(["devnet", "--write-lock"]);
    return JSON.parse(read()).networks.devnet;
  };

  it("given a network that holds, then it is written in the project's root, holds afterwards, and writing again changes not a byte", async () => {
    const written = await verify(["devnet", "--write-lock"]);
    expect(written.code, written.stderr).to.equal(0);
    expect(written.stderr).to.contain(`Wrote ${path()}.`);
    const text = read();
    expect(JSON.parse(text).networks.devnet.contracts).to.have.property(
      "registry.ERC20Template[1]",
    );

    const checked = await verify(["devnet", "--lock"]);
    expect(checked.code).to.equal(0);
    expect(checked.report?.networks[0]?.lock?.verdict).to.equal("holds");

    await httpProvider(devnet.url).request({ method: "evm_mine" });
    const again = await verify(["devnet", "--write-lock"]);
    expect(again.stderr).to.contain("is up to date");
    expect(read()).to.equal(text);
  });

  it("given a node that does not have the locked block any more, nor a newer one to lock, then the file stays as it is, which holds with a note, and fails only with --strict", async () => {
    const height = Number((await lockNow()).chain.block.number);
    const text = read();
    await using pruned = await startFrontServer(
      devnet.url,
      (method, [block]) =>
        method === "eth_getBlockByNumber" &&
        block === `0x${height.toString(16)}`
          ? null
          : undefined,
    );

    const { url } = pruned;
    const wrote = await verify(["devnet", "--write-lock"], { url });
    const lenient = await verify(["devnet", "--lock"], { url });
    const strict = await verify(["devnet", "--lock", "--strict"], { url });

    expect([wrote.code, read()]).to.deep.equal([0, text]);
    expect([lenient.code, strict.code]).to.deep.equal([0, 1]);
    const [gap] = lenient.report?.networks[0]?.notLookedAt ?? [];
    expect(gap?.code).to.equal("block-pruned");
    expect(gap?.reason).to.contain(`block ${height}`);
  });

  it("given a node that does not answer, then a check is unknown, and nothing is written", async () => {
    await verify(["devnet", "--write-lock"]);
    const text = read();
    const dead = { url: DEAD_URL };

    const checked = await verify(["devnet", "--lock"], dead);
    expect(checked.code).to.equal(2);
    expect(checked.report?.networks[0]?.lock).to.include({
      verdict: "unknown",
    });
    expect(
      checked.report?.networks[0]?.problems.map(({ status }) => status),
    ).to.deep.equal(["unknown"]);

    const written = await verify(["devnet", "--write-lock"], dead);
    expect(written.code).to.equal(2);
    expect(written.stderr).to.contain("alpha.lock.json was not written");
    expect(read()).to.equal(text);
  });

  it("given a contract that is missing, then no lock is written, also where there is none yet", async () => {
    await withCode(devnet.url, PLAN.router, "0x", async () => {
      const { code, stderr } = await verify(["devnet", "--write-lock"]);

      expect(code).to.equal(1);
      expect(stderr).to.contain("alpha.lock.json was not written");
      expect(existsSync(path())).to.equal(false);
    });
  });

  it("given stand-ins, then they are locked apart from the live network, and each write keeps the others", async () => {
    const live: unknown = await lockNow();

    const unlocked = await verify(["devnet", "--sandbox", "--lock"]);
    expect(unlocked.code).to.equal(2);
    const { verdict, findings } = unlocked.report?.networks[0]?.lock ?? {};
    expect([verdict, findings?.map(({ code }) => code)]).to.deep.equal([
      "unknown",
      ["not-locked"],
    ]);
    expect(findings?.[0]?.reason).to.contain(
      "devnetSandbox is not in alpha.lock.json",
    );

    await verify(["--sandbox", "--write-lock"]);
    const { networks } = JSON.parse(read());
    expect(Object.keys(networks)).to.deep.equal([
      "devnet",
      "devnetSandbox",
      "testnetSandbox",
      "thirdSandbox",
    ]);
    expect(networks.devnet).to.deep.equal(live);
    expect((await verify(["--sandbox", "--lock"])).code).to.equal(0);
  });

  it("given several processes that write at once, each another network, then the file has them all", async () => {
    const names = ["devnet", "devnetSandbox", "testnetSandbox", "thirdSandbox"];

    const runs = await Promise.all(
      names.map(
        async (name) =>
          await verify([name, "--write-lock"], { run: runHardhat }),
      ),
    );

    expect(runs.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(Object.keys(JSON.parse(read()).networks)).to.deep.equal(names);
    expect(
      readdirSync(project.root).filter((name) => name.includes("lock")),
    ).to.deep.equal(["alpha.lock.json"]);
  });
});
