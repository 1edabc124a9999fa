import { expect } from "chai";
import { encodeFunctionData } from "viem";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../../src/contracts/contract-artifact.ts";
import { acceptNamedCode } from "../../../src/verify/lock/accept-code.ts";
import {
  acceptCode,
  checkLock,
  checkLockable,
} from "../../../src/verify/lock/check-lock.ts";
import {
  EMPTY_LOCK,
  type Lock,
  printLock,
} from "../../../src/verify/lock/lock-file.ts";
import { parseLock } from "../../../src/verify/lock/parse-lock.ts";
import {
  networkUpdates,
  updateLock,
} from "../../../src/verify/lock/update-lock.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  ATTACKER,
  CONTROL_CLASSES,
  controlMutations,
  IMPOSTORS,
  UPGRADES,
} from "../../support/control-mutations.ts";
import {
  type MutationChain,
  openMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { verifyRegistry } from "../../support/verify-registry.ts";
import { withAddresses } from "../../support/with-addresses.ts";

const { plan } = SANDBOX_PLANS.devnet;
const CONTROLLED = [
  ["Router", plan.router],
  ["ERC721Factory", plan.erc721Factory],
  ["Dispenser", plan.dispenser],
] as const;

describe("a change by whoever controls the contracts", function () {
  this.timeout(120_000);
  let chain: MutationChain;
  let snapshot: unknown;
  let fresh: Lock;
  const killed: [string, string, "killed" | "survived"][] = [];

  before(async () => {
    chain = await openMutationChain(await createAlphaHre(), "devnet");
    fresh = await lockNow();
  });
  after(async () => {
    for (const mutation of CONTROL_CLASSES) {
      const of = killed.filter(([one]) => one === mutation);
      const count = of.filter(([, , result]) => result === "killed").length;
      console.log(
        `${mutation.padEnd(28)} ${count} of ${of.length} killed by the lock`,
      );
    }
    await chain?.close();
  });
  beforeEach(async () => {
    snapshot = await chain.request("evm_snapshot");
  });
  afterEach(async () => {
    await chain.request("evm_revert", snapshot);
  });

  it("given a fresh set, then its lock holds, strict as well, and reads back the same from its text", async () => {
    for (const strict of [false, true]) {
      const { outcome, reason } = await checked(fresh, { strict });
      expect([outcome, reason]).to.deep.equal(["ok", undefined]);
    }
    expect(printLock(parseLock(printLock(fresh), "lock"))).to.equal(
      printLock(fresh),
    );
  });

  for (const { mutation, name, change, changed } of controlMutations(plan)) {
    it(`given ${mutation}: ${name}, then the lock names it, and nothing else`, async () => {
      await change(chain);

      const found = await checked(fresh);

      killed.push([
        mutation,
        name,
        found.outcome === "failed" ? "killed" : "survived",
      ]);
      expect(found.lock?.changes.map(({ fact }) => fact)).to.have.members([
        ...changed,
      ]);
      expect(found.outcome).to.equal("failed");
      expect(
        (found.facts ?? []).flatMap(({ id, verdict }) =>
          verdict === "changed" ? [id] : [],
        ),
      ).to.have.members([...changed]);
    });
  }

  it("given a fee and an owner that changed, then each is told in words", async () => {
    const mutations = new Map(
      controlMutations(plan).map((one) => [one.name, one.change]),
    );
    await mutations.get("swapping approved tokens")?.(chain);
    await mutations.get("a foreign token approved")?.(chain);
    await mutations.get("the router's")?.(chain);

    const { facts = [], lock } = await checked(fresh);

    const { account } = chain.replacements;
    expect(
      facts.flatMap(({ verdict, reason }) =>
        verdict === "changed" ? [reason] : [],
      ),
    ).to.deep.equal([
      `Router owner: ${account} (account) → ${ATTACKER} (account)`,
      "Router swap fee for approved tokens: 0.1 % → 50 %",
      `Router approved tokens: added ${ATTACKER}`,
    ]);
    expect(lock?.reason).to.equal(
      `alpha.lock.json of block ${lock?.block}: 3 changes`,
    );
  });

  for (const [key, address] of CONTROLLED) {
    for (const { name, place } of IMPOSTORS) {
      it(`given ${name} in place of ${key}, then it is unknown, failed with strict and with the lock, and ok once accepted`, async () => {
        await place(chain, address);

        const lenient = await verifyNow();
        const strict = await verifyNow(chain.network, true);
        const locked = await checked(fresh);
        const accepted = await lockNow(chain.network, [key]);
        const after = await checked(accepted);

        killed.push([
          "code that looks right",
          `${key}: ${name}`,
          locked.outcome === "failed" ? "killed" : "survived",
        ]);
        expect(lenient.outcome).to.equal("unknown");
        expect(
          lenient.contracts.find((contract) => contract.key === key)?.identity
            ?.verdict,
        ).to.equal("unrecognised");
        expect(strict.outcome).to.equal("failed");
        expect(locked.outcome).to.equal("failed");
        expect([after.outcome, after.reason]).to.deep.equal(["ok", undefined]);
        expect(
          after.contracts.find((contract) => contract.key === key)?.identity,
        ).to.include({ verdict: "recognised", basis: "lock" });
        expect((await checked(accepted, { strict: true })).outcome).to.equal(
          "ok",
        );
      });
    }
  }

  it("given code that nobody named, then it is not locked", async () => {
    await IMPOSTORS[0]?.place(chain, plan.router);

    const report = lockable(await reportNow(chain.network), ["Dispenser"]);

    expect(report.outcome).to.equal("unknown");
  });

  for (const { name, behind, change } of UPGRADES) {
    it(`given ${name}, of ${behind} that was accepted, then the lock fails`, async () => {
      await IMPOSTORS.find((one) => one.name === behind)?.place(
        chain,
        plan.router,
      );
      const accepted = await lockNow(chain.network, ["all"]);
      expect((await checked(accepted)).outcome).to.equal("ok");

      await change(chain, plan.router);
      const found = await checked(accepted);

      killed.push([
        "what a proxy runs",
        name,
        found.outcome === "failed" ? "killed" : "survived",
      ]);
      expect(found.outcome).to.equal("failed");
      expect(
        found.lock?.changes.map(({ contract, field }) => [contract, field]),
      ).to.deep.equal([["registry.Router", "proxy"]]);
      expect(
        found.contracts.find(({ key }) => key === "Router")?.identity?.verdict,
      ).to.equal("unrecognised");
    });
  }

  describe("given an honest network unlike a fresh deployment", () => {
    const third = () => chain.replacements.inSecondSet(plan.erc20Templates[0]);
    const HONEST: readonly {
      readonly what: string;
      readonly change: () => Promise<unknown>;
      readonly network?: () => ResolvedAlphaNetwork;
    }[] = [
      {
        what: "whose router was handed over, but not its factory",
        change: () =>
          send("FactoryRouter", plan.router, "changeRouterOwner", ATTACKER),
      },
      {
        what: "whose factory has templates that the registry does not list",
        change: () =>
          send(
            "ERC721Factory",
            plan.erc721Factory,
            "addTokenTemplate",
            third(),
          ),
      },
      {
        what: "whose registry lists a third template",
        change: () =>
          send(
            "ERC721Factory",
            plan.erc721Factory,
            "addTokenTemplate",
            third(),
          ),
        network: () =>
          withAddresses(chain.network, {
            ERC20Template: [...plan.erc20Templates, third()],
          }),
      },
      {
        what: "with a second exchange, for enterprises",
        change: () =>
          send(
            "FactoryRouter",
            plan.router,
            "addFixedRateContract",
            chain.replacements.inSecondSet(plan.fixedPrice),
          ),
      },
      {
        what: "without fees",
        change: () =>
          send("FactoryRouter", plan.router, "updateOPCFee", 0n, 0n, 0n, 0n),
      },
      {
        what: "with a contract that was compiled elsewhere",
        change: async () => {
          const { deployedBytecode } = await contractArtifact("Dispenser");
          const code = deployedBytecode.replace(
            /1220[0-9a-f]{64}(?=64736f6c63)/,
            `1220${"ab".repeat(32)}`,
          );
          expect(code).to.not.equal(deployedBytecode);
          await chain.request("hardhat_setCode", plan.dispenser, code);
        },
      },
    ];
    for (const { what, change, network } of HONEST) {
      it(`when it is one ${what}, then nothing is wrong at any level, and the lock holds, strict as well`, async () => {
        await change();
        const given = network?.() ?? chain.network;

        for (const level of ["presence", "identity", "wiring"] as const) {
          const found = await verifyRegistry(chain.transport, given, level);
          expect([level, found.outcome, found.reason]).to.deep.equal([
            level,
            "ok",
            undefined,
          ]);
        }
        const lock = await lockNow(given);
        for (const strict of [false, true]) {
          const found = await checked(lock, { strict, network: given });
          expect([found.outcome, found.reason]).to.deep.equal([
            "ok",
            undefined,
          ]);
        }
      });
    }
  });

  it("given a lock without policy, then policy is listed, with a note, and everything else is compared", async () => {
    const { devnetSandbox } = fresh.networks;
    if (devnetSandbox === undefined) {
      throw new Error("it is not locked");
    }
    const { policy: _, ...old } = devnetSandbox;
    await controlMutations(plan)[0]?.change(chain);

    const found = await checked({
      schemaVersion: 1,
      networks: { devnetSandbox: old },
    });

    expect([found.outcome, found.lock?.verdict]).to.deep.equal(["ok", "holds"]);
    expect(found.notes.join()).to.contain("older version");
  });

  it("given a value that the lock does not have, then it is listed, and strict fails", async () => {
    const { devnetSandbox } = fresh.networks;
    if (devnetSandbox === undefined) {
      throw new Error("it is not locked");
    }
    const { "router.owner": _, ...policy } = devnetSandbox.policy ?? {};
    const lock: Lock = {
      schemaVersion: 2,
      networks: { devnetSandbox: { ...devnetSandbox, policy } },
    };

    const lenient = await checked(lock);
    const strict = await checked(lock, { strict: true });

    expect(lenient.outcome).to.equal("ok");
    expect(lenient.lock?.unpinned).to.deep.equal(["router.owner"]);
    expect(strict.outcome).to.equal("failed");
    expect(strict.reason).to.equal("of 40 facts, 1 changed");
  });

  async function verifyNow(
    network = chain.network,
    strict = false,
  ): Promise<NetworkVerification> {
    return await verifyRegistry(chain.transport, network, "wiring", strict);
  }

  async function reportNow(
    network: ResolvedAlphaNetwork,
    strict = false,
  ): Promise<VerifyReport> {
    const found = await verifyNow(network, strict);
    return {
      schemaVersion: 1,
      task: "verify",
      level: "wiring",
      ...(strict ? { strict } : {}),
      outcome: found.outcome,
      networks: [found],
    };
  }

  function lockable(
    report: VerifyReport,
    accept: readonly string[],
  ): VerifyReport {
    return checkLockable(
      acceptCode(report, (network) => acceptNamedCode(network, accept)),
    );
  }

  async function lockNow(
    network = chain.network,
    accept: readonly string[] = [],
  ): Promise<Lock> {
    const report = lockable(await reportNow(network), accept);
    expectValidReport("verify", report);
    expect([report.outcome, report.networks[0]?.reason]).to.deep.equal([
      "ok",
      undefined,
    ]);
    return updateLock(EMPTY_LOCK, networkUpdates(EMPTY_LOCK, report));
  }

  async function checked(
    lock: Lock,
    {
      strict = false,
      network = chain.network,
    }: {
      readonly strict?: boolean;
      readonly network?: ResolvedAlphaNetwork;
    } = {},
  ): Promise<NetworkVerification> {
    const report = checkLock(await reportNow(network, strict), lock);
    expectValidReport("verify", report);
    const [found] = report.networks;
    if (found === undefined) {
      throw new Error("no network was verified");
    }
    return found;
  }

  async function send(
    contract: ContractName,
    to: `0x${string}`,
    functionName: string,
    ...args: unknown[]
  ): Promise<void> {
    const { abi } = await contractArtifact(contract);
    await chain.request("eth_sendTransaction", {
      from: chain.replacements.account,
      to,
      data: encodeFunctionData({ abi, functionName, args }),
    });
  }
});
