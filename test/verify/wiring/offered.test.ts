import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { EthereumProvider } from "hardhat/types/providers";
import {
  type Abi,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
} from "viem";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { Lock } from "../../../src/verify/lock-file/lock-file.ts";
import {
  EMPTY_LOCK,
  printLock,
} from "../../../src/verify/lock-file/lock-file.ts";
import { parseLock } from "../../../src/verify/lock-file/parse-lock.ts";
import { Answers } from "../../../src/verify/questions/question.ts";
import { simulate } from "../../../src/verify/simulate/simulate.ts";
import {
  type VerifyOptions,
  verifyNetworks,
} from "../../../src/verify/verify-networks.ts";
import { OFFERED_LIMITS } from "../../../src/verify/wiring/offered/analysed-contract.ts";
import { offeredValues } from "../../../src/verify/wiring/offered/offered-values.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { account } from "../../support/audit-world.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import { devnetTargets } from "../../support/node-model/chains.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { runSolc } from "../../support/solc.ts";
import { startWaveServer } from "../../support/wave-server.ts";

const { plan } = SANDBOX_PLANS.devnet;
const BOSS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOURCE = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.12;
contract Governed {
  address public governance; address private boss; bool public stopped; uint256 public required; uint256 public nonce;
  mapping(address => bool) public isMinter; mapping(address => uint256) public balanceOf; address public lastCaller; address[] private agents;
  address immutable helper; uint256 public rate;
  constructor(address to, address other) { governance = to; boss = to; required = 2; helper = other; }
  modifier guarded() { require(msg.sender == boss || tx.origin == boss || msg.sender == address(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266)); _; }
  function setGovernance(address to) external guarded { governance = to; }
  function setBoss(address to) external guarded { boss = to; }
  function setStopped(bool to) external guarded { stopped = to; }
  function setRequired(uint256 to) external guarded { required = to; }
  function setRate(uint256 to) external guarded { rate = to; }
  function addMinter(address one) external guarded { isMinter[one] = true; }
  function addAgent(address one) external guarded { agents.push(one); }
  function mint(address to, uint256 amount) external { require(isMinter[msg.sender]); balanceOf[to] += amount; nonce += 1; }
  function transfer(address to, uint256 amount) external returns (bool) { balanceOf[msg.sender] -= amount; balanceOf[to] += amount; return true; }
  function act() external { lastCaller = msg.sender; }
  function help() external view returns (address) { return helper; }
}
contract Helper { address public keeper; constructor(address one) { keeper = one; } function setKeeper(address to) external { require(msg.sender == keeper || msg.sender == address(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266)); keeper = to; } }
`;

/** A devnet whose Router is owned by a contract without any known name. */
interface World {
  readonly hre: HardhatRuntimeEnvironment;
  readonly provider: EthereumProvider;
  readonly governed: Hex;
  readonly helper: Hex;
  send(
    contract: string,
    to: Hex,
    fn: string,
    ...args: unknown[]
  ): Promise<void>;
  /** Writes a word of a contract's storage. */
  store(of: Hex, slot: string, word: string): Promise<void>;
  /** Lets blocks pass until the settled block has all that was done before. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const SETTINGS = {
  plain: { optimizer: { enabled: false }, evmVersion: "london" },
  optimised: { optimizer: { enabled: true, runs: 200 }, evmVersion: "london" },
  "via IR": {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    evmVersion: "london",
  },
};

/** @param refused a method that the endpoint does not serve */
async function openWorld(settings: object, refused?: string): Promise<World> {
  const { contracts } = runSolc({ "governed.sol": SOURCE }, settings);
  const sandbox = await (await createAlphaHre()).network.create(
    "devnetSandbox",
  );
  const { provider } = sandbox;
  // The settled block below the lock's is one before the contracts were deployed.
  await provider.request({ method: "hardhat_mine", params: ["0x64"] });
  const deployer = new SafeDeployer((method, ...params) =>
    provider.request({ method, params }),
  );
  const artifactOf = (name: string) => {
    const { abi, evm } = contracts[name];
    const bytecode: Hex = `0x${evm.bytecode.object}`;
    return { abi: abi as Abi, bytecode };
  };
  const helper = await deployer.deploy(artifactOf("Helper"), account(7));
  const governed = await deployer.deploy(
    artifactOf("Governed"),
    account(1),
    helper,
  );
  const { abi } = await contractArtifact("FactoryRouter");
  await deployer.send(plan.router, abi, "changeRouterOwner", [governed]);
  const server = await startWaveServer({
    request: async (request) => {
      if (request.method === refused) {
        throw new Error(`the method ${refused} is not available`);
      }
      return await provider.request(request);
    },
  });
  const hre = await createAlphaHre({
    alpha: { networks: { devnet: { url: server.url, startBlock: 0 } } },
  });
  return {
    hre,
    provider,
    governed: getAddress(governed),
    helper: getAddress(helper),
    async send(contract, to, fn, ...args) {
      await deployer.send(to, artifactOf(contract).abi, fn, args);
    },
    async store(...params) {
      await provider.request({ method: "hardhat_setStorageAt", params });
      await provider.request({ method: "hardhat_mine", params: [] });
    },
    async settle() {
      // Blocks that are mined at once have no state of their own.
      for (let block = 0; block < 65; block += 1) {
        await provider.request({ method: "evm_mine", params: [] });
      }
    },
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

async function verify(
  { hre }: World,
  options: VerifyOptions,
): Promise<JudgedNetwork> {
  const { networks } = await verifyNetworks(
    hre,
    { names: ["devnet"], globalNetwork: undefined, sandbox: false },
    { level: "wiring", ...options },
  );
  const [network] = networks;
  if (network === undefined) {
    throw new Error("no network was verified");
  }
  return network;
}

for (const [name, settings] of Object.entries(SETTINGS)) {
  describe(`what code offers that nobody knows by name, ${name}`, function () {
    this.timeout(120_000);
    let world: World;
    let lock: Lock;

    before(async () => {
      world = await openWorld(settings);
      const written = await verify(world, { written: EMPTY_LOCK });
      expect(
        written.outcome,
        JSON.stringify(
          written.rows
            .flatMap((one) =>
              one.findings.filter(({ status }) => status !== "ok"),
            )
            .slice(0, 3),
        ),
      ).to.equal("ok");
      const networks = { devnet: lockedNetwork(written) };
      lock = parseLock(printLock({ networks }), "alpha.lock.json");
    });
    after(async () => {
      await world?.close();
    });

    const changedBy = async (
      contract: string,
      to: Hex,
      fn: string,
      ...args: unknown[]
    ) => {
      await world.send(contract, to, fn, ...args);
      const network = await verify(world, { lock });
      return network;
    };

    it("given nothing changed, then the lock holds", async () => {
      const { lock: found, outcome, why } = await verify(world, { lock });
      expect(outcome, why).to.equal("ok");
      expect(found?.verdict).to.equal("holds");
    });

    for (const [what, contract, fn, before, after, id] of [
      [
        "an owner called governance",
        "Governed",
        "setGovernance",
        account(1),
        account(9),
        "governance()",
      ],
      [
        "a private owner",
        "Governed",
        "setBoss",
        account(1),
        account(9),
        "slot[0x1]",
      ],
      ["a flag", "Governed", "setStopped", false, true, "stopped()"],
      ["a threshold", "Governed", "setRequired", 2n, 1n, "required()"],
      [
        "the owner of an immutable's contract",
        "Helper",
        "setKeeper",
        account(7),
        account(9),
        "keeper()",
      ],
    ] as const) {
      it(`given ${what} changed, then ${id} has changed`, async () => {
        const to = contract === "Governed" ? world.governed : world.helper;
        const { lock: found, outcome } = await changedBy(
          contract,
          to,
          fn,
          after,
        );
        await world.send(contract, to, fn, before);

        expect(outcome).to.equal("failed");
        expect(found?.changes.map(({ fact }) => fact)).to.include(
          `${to}.${id}`,
        );
      });
    }

    it("given storage changed that no code tells of, then a line says that something has", async () => {
      const slot = `0x${"77".repeat(32)}`;
      await world.store(world.helper, slot, `0x${"1".padStart(64, "0")}`);
      const { outcome, notLookedAt } = await verify(world, { lock });
      await world.store(world.helper, slot, `0x${"0".repeat(64)}`);

      expect(outcome).to.equal("ok");
      expect(
        notLookedAt?.filter(({ reason }) => reason.code === "storage-changed"),
      ).to.have.lengthOf(1);
    });

    it("given a minter was added to a mapping, then a line names it", async () => {
      const {
        lock: found,
        outcome,
        notLookedAt,
      } = await changedBy(
        "Governed",
        world.governed,
        "addMinter",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      );

      expect(outcome).to.equal("ok");
      expect(found?.verdict).to.equal("holds");
      expect(JSON.stringify(notLookedAt)).to.include(
        "isMinter (written by addMinter)",
      );
    });

    it("given mints, transfers and calls by anyone, then the lock holds", async () => {
      const to = world.governed;
      await world.send(
        "Governed",
        to,
        "mint",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
        5n,
      );
      await world.send("Governed", to, "transfer", account(3), 2n);
      const {
        outcome,
        why,
        lock: found,
      } = await changedBy("Governed", to, "act");
      expect(outcome, why).to.equal("ok");
      expect(found?.verdict).to.equal("holds");
    });
  });
}

describe("what somebody has changed shortly before a lock is written", function () {
  this.timeout(120_000);
  let world: World;

  before(async () => {
    world = await openWorld(SETTINGS.plain);
  });
  after(async () => {
    await world?.close();
  });

  const writtenAfter = async (before: Lock) => {
    const network = await verify(world, { written: before });
    const networks = { devnet: lockedNetwork(network, before) };
    return parseLock(printLock({ networks }), "alpha.lock.json");
  };

  for (const [what, fn, id, isLocked, ...values] of [
    [
      "an owner",
      "setGovernance",
      "governance()",
      false,
      account(9),
      account(8),
    ],
    [
      "an owner in the lock",
      "setGovernance",
      "governance()",
      true,
      account(7),
      account(6),
    ],
    ["a flag", "setStopped", "stopped()", false, true, false],
    ["a flag in the lock", "setStopped", "stopped()", true, true, false],
    ["a number in the lock", "setRate", "rate()", true, 1n, 2n],
  ] as const) {
    it(`given ${what}, then the next change is one, too`, async () => {
      await world.settle();
      const known = isLocked ? await writtenAfter(EMPTY_LOCK) : EMPTY_LOCK;
      await world.send("Governed", world.governed, fn, values[0]);
      const lock = await writtenAfter(known);
      const unchanged = await verify(world, { lock });
      await world.settle();
      await world.send("Governed", world.governed, fn, values[1]);
      const changed = await verify(world, { lock });

      expect(unchanged.outcome, unchanged.why).to.equal("ok");
      expect(changed.outcome).to.equal("failed");
      expect(changed.lock?.changes.map(({ fact }) => fact)).to.include(
        `${world.governed}.${id}`,
      );
    });
  }
});

describe("a simulation that is compared with the lock of a network with nodes", function () {
  this.timeout(120_000);
  let world: World;
  let lock: Lock;

  before(async () => {
    world = await openWorld(SETTINGS.plain);
    const network = await verify(world, { written: EMPTY_LOCK });
    lock = { networks: { devnet: lockedNetwork(network) } };
  });
  after(async () => {
    await world?.close();
  });

  const simulated = async (to: Hex, data: Hex) => {
    const { hre, provider } = world;
    const { devnet } = lock.networks;
    const create = async () => ({ provider, close: async () => {} });
    const { networks } = await simulate(
      { config: hre.config, network: { create } },
      "devnetSandbox",
      {
        transactions: [{ from: BOSS, to, data, value: "0" }],
        isBatch: false,
        hardhatNetwork: "devnet",
        targets: await devnetTargets(),
        allowed: [],
        abis: [],
        locked: devnet,
        isLockRequired: true,
        doubt: undefined,
        strict: false,
      },
    );
    return networks[0];
  };

  const ABI = parseAbi(["function setGovernance(address)"]);

  it("given transactions that change nothing, then it is ok, although the lock has storage roots", async () => {
    const { policy = {} } = lock.networks["devnet"] ?? {};
    const found = await simulated(BOSS, "0x");

    expect(policy[`${world.helper}.storage`]).to.have.property("root");
    expect(found?.outcome, found?.why).to.equal("ok");
  });

  it("given one that changes what is locked, then it is failed", async () => {
    const args = [account(9)] as const;
    const found = await simulated(
      world.governed,
      encodeFunctionData({ abi: ABI, functionName: "setGovernance", args }),
    );

    expect(found?.outcome).to.equal("failed");
    expect(found?.lock?.changes.map(({ fact }) => fact)).to.include(
      `${world.governed}.governance()`,
    );
  });
});

describe("a lock that is written without storage roots", function () {
  this.timeout(120_000);
  let world: World;

  before(async () => {
    world = await openWorld(SETTINGS.plain, "eth_getProof");
  });
  after(async () => {
    await world?.close();
  });

  it("given it is compared, then a line says each time that what else there is was not", async () => {
    const written = await verify(world, { written: EMPTY_LOCK });
    const networks = { devnet: lockedNetwork(written) };
    const lock = parseLock(printLock({ networks }), "alpha.lock.json");
    const compared = await verify(world, { lock });

    for (const { notLookedAt = [] } of [written, compared]) {
      expect(
        notLookedAt.find(({ id }) => id === `${world.helper}.storage`)?.reason,
      ).to.deep.equal({ code: "not-analysed", facts: { why: "no-root" } });
    }
    expect(compared.lock?.verdict).to.equal("holds");
    expect(compared.outcome, compared.why).to.equal("ok");
  });
});

describe("what is read of code without functions", () => {
  for (const [what, missing, names] of [
    ["that runs other code", undefined, ["storage"]],
    ["that runs none", "no-functions", ["functions"]],
  ] as const) {
    it(`given code ${what}, then ${names.join()} says what is not read`, () => {
      const offer = { functions: [], variables: [], constants: [], missing };

      const values = offeredValues(
        {
          of: account(1),
          codes: [{ code: "0x", offer }],
          offer,
          isCut: false,
          answers: new Answers(),
          isWritten: true,
          hasRoot: true,
          limits: { ...OFFERED_LIMITS },
        },
        {},
      );

      expect(Object.keys(values)).to.deep.equal(names);
    });
  }
});
