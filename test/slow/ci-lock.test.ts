import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import {
  startLiveNetwork,
  urlVariables,
  withCode,
} from "../e2e/live-network.ts";
import { configWith, NEW_CHAINS } from "../e2e/run-alpha.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../support/anvil.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { startFrontServer } from "../support/node-model/server.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectValidReport } from "../support/schema.ts";

const PLAN = SANDBOX_PLANS.devnet.plan;
/** Whether a request names a block by its number. */
function isOfBlock(
  { method, params }: Readonly<Record<string, unknown>>,
  height: number,
) {
  return (
    method === "eth_getBlockByNumber" &&
    Array.isArray(params) &&
    params[0] === `0x${height.toString(16)}`
  );
}

describe("the lock file", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let project: TemporaryProject;
  before(async () => {
    devnet = await startLiveNetwork("devnet");
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
  const codeAt = async (address: string) =>
    String(
      await httpProvider(devnet.url).request({
        method: "eth_getCode",
        params: [address, "latest"],
      }),
    );
  const path = () => join(project.root, "alpha.lock.json");
  const read = () => readFileSync(path(), "utf8");
  /** Writes the lock file of devnet, and returns what it has of it. */
  const lockNow = async () => {
    await verify(["devnet", "--write-lock"]);
    return JSON.parse(read()).networks.devnet;
  };
  const writeLock = (devnet: object) =>
    writeFileSync(
      path(),
      JSON.stringify({ schemaVersion: 2, networks: { devnet } }),
    );

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

  it("given a chain that has moved on, then a change is printed alone, and with it the locked block is a newer one", async () => {
    const before = await lockNow();
    const { request } = httpProvider(devnet.url);
    await request({ method: "hardhat_mine", params: ["0x100"] });
    const code = await codeAt(PLAN.dispenser);
    await withCode(
      devnet.url,
      PLAN.dispenser,
      `0x${code.slice(2)}00`,
      async () => {
        const args = ["devnet", "--write-lock", "--accept", "Dispenser"];
        const { stderr } = await verify(args);

        const [, changes = ""] = stderr.split("policy values, changed:\n");
        expect(changes.trimEnd().split("\n")).to.have.length(2);
        expect(changes).to.match(
          /^ +registry\.Dispenser: Dispenser 2\.2\.0–2\.6\.0 → code hash 0x/,
        );
        expect(changes).to.contain("accepted, of no known release");
        const { block, genesisHash } = JSON.parse(read()).networks.devnet;
        expect(Number(block)).to.be.above(Number(before.block) + 100);
        expect(genesisHash).to.equal(before.genesisHash);
      },
    );
  });

  it("given a node that does not have the locked block any more, then nothing is written, and it says what to do", async () => {
    const height = Number((await lockNow()).block);
    const text = read();
    await using pruned = await startFrontServer(devnet.url, ({ rpc }) =>
      isOfBlock(rpc, height) ? { result: null } : undefined,
    );

    const { code, stderr, report } = await verify(["devnet", "--write-lock"], {
      url: pruned.url,
    });

    expect([code, read()]).to.deep.equal([2, text]);
    expect(stderr).to.contain("alpha.lock.json was not written");
    const [problem] = report?.networks[0]?.problems ?? [];
    expect(problem?.reason).to.match(
      new RegExp(`block ${height} could not be locked: .+remove the network`),
    );
    expect(
      (await verify(["devnet", "--lock"], { url: pruned.url })).code,
    ).to.equal(2);
  });

  it("given a chain that was created again with the same genesis block, then both options say so", async () => {
    const args = ["--timestamp", "1700000000"];
    const { chainId } = SANDBOX_PLANS.devnet;
    const chains = await Promise.all(
      [1, 2].map(async () => await startAnvil({ chainId, args })),
    );
    try {
      for (const [index, { url }] of chains.entries()) {
        const { request } = httpProvider(url);
        // Blocks at other times have other hashes.
        const interval = `0x${(index + 12).toString(16)}`;
        await request({ method: "hardhat_mine", params: ["0x60", interval] });
        await placeOnAnvil(url, PLAN);
      }
      const [first, second] = chains.map(({ url }) => ({ url }));
      expect((await verify(["devnet", "--write-lock"], first)).code).to.equal(
        0,
      );
      const reset =
        "the chain was created again, or is another one: the hash of the locked block was 0x";

      const checked = await verify(["devnet", "--lock"], second);
      const written = await verify(["devnet", "--write-lock"], second);

      const [only, ...others] = checked.report?.networks[0]?.problems ?? [];
      expect([checked.code, others]).to.deep.equal([1, []]);
      expect(only?.reason).to.contain(reset);
      expect([written.code, written.stderr.includes(reset)]).to.deep.equal([
        0,
        true,
      ]);
      expect((await verify(["devnet", "--lock"], second)).code).to.equal(0);
    } finally {
      await Promise.all(chains.map(async (chain) => await chain.close()));
    }
  });

  it("given code of no release, then it is written once it is accepted, and other code fails", async () => {
    const code = await codeAt(PLAN.dispenser);
    const mimic: `0x${string}` = `0x${code.slice(2)}00`;
    await withCode(devnet.url, PLAN.dispenser, mimic, async () => {
      const refused = await verify(["devnet", "--write-lock"]);
      expect(refused.code).to.equal(2);
      expect(refused.stderr).to.contain(
        '"npx hardhat alpha verify devnet --write-lock --accept Dispenser"',
      );
      expect(existsSync(path())).to.equal(false);

      const written = await verify(
        "devnet --write-lock --accept Dispenser".split(" "),
      );
      expect(written.code).to.equal(0);
      expect(written.stderr).to.contain(
        "accepted, of no known release: registry.Dispenser",
      );
      expect((await verify(["devnet", "--lock"])).code).to.equal(0);
    });
    const changed = await verify(["devnet", "--lock"]);
    expect(changed.code).to.equal(1);
    expect(
      changed.report?.networks[0]?.lock?.changes.map(
        ({ contract, field }) => `${contract} ${field}`,
      ),
    ).to.deep.equal(["registry.Dispenser codeHash"]);
  });

  it("given an owner and a payee that changed, and a chain that was created again, then each is named in words", async () => {
    const locked = await lockNow();
    expect(locked).to.include.keys("genesisHash", "blockHash", "policy");
    const change = async (more: object, policy: object) => {
      writeLock({
        ...locked,
        ...more,
        policy: { ...locked.policy, ...policy },
      });
      const { code, report } = await verify(["devnet", "--lock"]);
      expect(code).to.equal(1);
      return (report?.networks[0]?.problems ?? []).map(({ reason }) => reason);
    };

    const owner = "0x000000000000000000000000000000000000dEaD (contract)";
    const [contract, account] = [owner, locked.policy["router.owner"]].map(
      (holder: string) => holder.replace(/(\S+) \((.+)\)/, "$2 at $1"),
    );
    expect(
      await change({}, { "router.owner": owner, "router.consumeFee": "9 %" }),
    ).to.have.members([
      `Router owner: ${owner} → ${locked.policy["router.owner"]}, changed by the Router's owner: ${contract}`,
      `Router consume fee: 9 % → 3 %, changed by the Router's owner: ${contract}, then ${account}`,
      "router.owner (control); router.consumeFee (fees)",
    ]);
    expect(
      await change(
        { genesisHash: `0x${"ab".repeat(32)}` },
        { "router.owner": owner },
      ),
    ).to.deep.equal([
      `the chain was created again, or is another one: the hash of the genesis block was 0x${"ab".repeat(32)}, now ${locked.genesisHash}`,
    ]);
  });

  it("given a node that does not answer, then a check is unknown, each output says why once, and nothing is written", async () => {
    await verify(["devnet", "--write-lock"]);
    const text = read();
    const dead = { url: "http://127.0.0.1:1" };

    const reports = "junit:j.xml,markdown:m.md,table:t.txt";
    const checked = await verify(
      ["devnet", "--lock", "--report", reports],
      dead,
    );
    expect(checked.code).to.equal(2);
    for (const [file, maxLines] of [
      ["t.txt", 9],
      ["m.md", 11],
      ["j.xml", 21],
    ] as const) {
      const shown = readFileSync(join(project.root, file), "utf8");
      expect(shown.split("\n").length, file).to.be.at.most(maxLines);
      expect(shown, file).not.to.contain("router.factory");
      expect(shown.replace(/\s+/g, " "), file).to.match(
        /network unknown \(\d+ not checked\).+connection refused/,
      );
    }
    expect(checked.report?.networks[0]?.lock).to.include({
      verdict: "unknown",
    });
    expect(checked.report?.networks[0]?.lock?.changes).to.deep.equal([]);

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
    expect(unlocked.report?.networks[0]?.lock?.reason).to.contain(
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
