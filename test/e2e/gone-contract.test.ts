import { expect } from "chai";
import { keccak256 } from "viem";
import { SANDBOX_DEPLOYER } from "../../src/connect/recognise-sandbox.ts";
import { type Anvil, httpProvider, setAnvilCode } from "../support/anvil.ts";
import { startFrontServer } from "../support/chain-node.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectValidReport } from "../support/schema.ts";
import { SOME_CODE, startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith } from "./run-alpha.ts";

const { plan } = SANDBOX_PLANS.devnet;
const MARKET = `0x${"5a".repeat(20)}` as const;
const CONFIG = configWith(
  `{ networks: { devnet: { startBlock: 0, contracts: { Market: "${MARKET}" } } } }`,
);

describe("an own contract that is in the lock, on a node that serves a sandbox's chain", function () {
  this.timeout(60_000);
  let node: Anvil;
  let project: TemporaryProject;
  let locked = 0;
  before(async () => {
    node = await startLiveNetwork("devnet");
    project = createProject(CONFIG);
    await send("anvil_setNonce", SANDBOX_DEPLOYER, "0x18");
    await setAnvilCode(node.url, MARKET, SOME_CODE);
    // So that the locked block is not the genesis block.
    await send("anvil_mine", "0x100");
    const written = await verify(["--write-lock"]);
    expect(written.code, written.stderr).to.equal(0);
    locked = Number(written.network?.anchors?.block?.number);
    expect(locked).to.be.greaterThan(0);
    await setAnvilCode(node.url, MARKET, "0x");
  });
  after(async () => {
    await node?.close();
    project?.remove();
  });

  const send = async (method: string, ...params: unknown[]) =>
    await httpProvider(node.url).request({ method, params });
  async function verify(args: readonly string[], url = node.url) {
    const { stdout, ...result } = await runHardhatHere(
      ["alpha", "verify", "devnet", ...args, "--format", "json"],
      { cwd: project.root, env: urlVariables({ devnet: url }) },
    );
    const [network] = expectValidReport("verify", stdout).networks;
    const market = network?.contracts.find(({ key }) => key === "Market");
    return { ...result, network, market };
  }
  /** The node without some of its blocks. */
  const without = async (...numbers: readonly number[]) =>
    await startFrontServer(node.url, (method, [block]) =>
      method === "eth_getBlockByNumber" &&
      numbers.some((one) => block === `0x${one.toString(16)}`)
        ? null
        : undefined,
    );

  it("given that its code is gone, and no lock is compared, then it is skipped", async () => {
    const { code, market } = await verify(["--level", "wiring"]);

    expect([code, market?.verdict]).to.deep.equal([0, "skipped"]);
  });

  for (const [what, missing] of [
    ["the locked genesis block", () => []],
    ["the locked block, and no genesis block", () => [0]],
    ["neither, and the locked codes", () => [0, locked]],
  ] as const) {
    it(`given that its code is gone on a node with ${what}, then it is absent, exit 1`, async () => {
      await using front = await without(...missing());

      const { code, market, network } = await verify(["--lock"], front.url);

      expect([code, market?.verdict]).to.deep.equal([1, "absent"]);
      expect(market?.finding?.code).to.equal("no-code");
      const codeHash = keccak256(SOME_CODE);
      expect(market?.change?.before).to.deep.equal({ code: codeHash });
      expect(market?.change?.text).to.contain(`code hash ${codeHash} → none; `);
      expect(network?.lock?.verdict).to.equal("changed");
      expect(network?.problems).to.deep.include({
        ...network?.problems.find(({ id }) => id === "changes changed"),
        ...{ severity: "control", reason: "own.Market (control)" },
      });
    });
  }

  it("given that its code is gone on a node without these blocks, and another contract has other code, then it may be another chain, and the contract is skipped", async () => {
    await using front = await without(0, locked);
    const code = await send("eth_getCode", plan.dispenser, "latest");
    await setAnvilCode(node.url, plan.dispenser, SOME_CODE);
    try {
      const { market } = await verify(["--lock"], front.url);

      expect(market?.verdict).to.equal("skipped");
    } finally {
      await setAnvilCode(node.url, plan.dispenser, code as "0x");
    }
  });

  it("given that its code is gone, then --write-lock does not take it out of the file", async () => {
    const { code, stderr } = await verify(["--write-lock"]);

    expect(code).to.equal(1);
    expect(stderr).to.contain("alpha.lock.json was not written");
  });
});
