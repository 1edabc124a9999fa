import { expect } from "chai";
import { encodeFunctionData } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../../src/contracts/contract-artifact.ts";
import {
  acceptCodes,
  checkLock,
  checkLockable,
  checkNetwork,
} from "../../../src/verify/check-lock.ts";
import {
  EMPTY_LOCK,
  type Lock,
  type LockedNetwork,
  printLock,
} from "../../../src/verify/lock/lock-file.ts";
import { parseLock } from "../../../src/verify/lock/parse-lock.ts";
import {
  networkUpdates,
  updateLock,
} from "../../../src/verify/lock/update-lock.ts";
import type {
  NetworkVerification,
  VerifyLevel,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  ATTACKER,
  CONTROL_CLASSES,
  controlMutations,
  deployFrom,
  IMPOSTORS,
  UPGRADES,
} from "../../support/control-mutations.ts";
import {
  type MutationChain,
  openMutationChain,
} from "../../support/mutation-chain.ts";
import { LEVELS } from "../../support/mutation-kills.ts";
import {
  COLLECTOR_1_0_0,
  COLLECTOR_1_1_15,
  DISPENSER_1_0_0,
} from "../../support/ocean-old-creation-codes.ts";
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
    // Clones of EIP-7511 use PUSH0.
    const alpha = { networks: { devnet: { hardfork: "shanghai" } } } as const;
    chain = await openMutationChain(await createAlphaHre({ alpha }), "devnet");
    fresh = await lockNow();
  });
  after(async () => {
    for (const mutation of CONTROL_CLASSES) {
      const of = killed.filter(([one]) => one === mutation);
      const count = of.filter(([, , result]) => result === "killed").length;
      console.log(
        `${mutation.padEnd(28)} ${count} of ${of.length} killed by the lock`,
      );
      for (const [, name, result] of of) {
        if (result === "survived") {
          console.log(`  survived: ${name}`);
        }
      }
    }
    const all = killed.filter(([, , result]) => result === "killed").length;
    console.log(
      `all                          ${all} of ${killed.length} killed by the lock; docs/control.md lists what it does not read`,
    );
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
    const byBoth = `, changed by the Router's owner: account at ${account}, then account at ${ATTACKER}`;
    expect(
      facts.flatMap(({ verdict, reason }) =>
        verdict === "changed" ? [reason] : [],
      ),
    ).to.deep.equal([
      `Router owner: ${account} (account) → ${ATTACKER} (account), changed by the Router's owner: account at ${account}`,
      `Router swap fee for approved tokens: 0.1 % → 50 %${byBoth}`,
      `Router approved tokens: added ${ATTACKER}${byBoth}`,
    ]);
    expect(
      lock?.changes.map(({ fact, severity }) => [fact, severity]),
    ).to.deep.equal([
      ["router.owner", "control"],
      ["router.swapFeeApproved", "fees"],
      ["router.approvedTokens", "lists"],
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
    type Setup = () => Promise<{
      readonly network?: ResolvedAlphaNetwork;
      /** What the notes say of it. */
      readonly note?: string;
    }>;
    const router = async (functionName: string, ...args: unknown[]) =>
      await send("FactoryRouter", plan.router, functionName, ...args);
    const addTemplate = async (template: Hex) =>
      await send(
        "ERC721Factory",
        plan.erc721Factory,
        "addTokenTemplate",
        template,
      );
    const withCollector = async (creationCode: Hex) => {
      const { account } = chain.replacements;
      const collector = await deploy(creationCode, [account, account]);
      await router("updateOPCCollector", collector);
      return { AlphaCommunityFeeCollector: collector };
    };
    const HONEST: Readonly<Record<string, Setup>> = {
      "whose registry lists a template that is not active": async () => {
        await send(
          "ERC721Factory",
          plan.erc721Factory,
          "disableTokenTemplate",
          2n,
        );
        return {};
      },
      "whose router was handed over, but not its factory, as by upstream's deploy script":
        async () => {
          await router("changeRouterOwner", ATTACKER);
          return {};
        },
      "whose factory has a template that the registry does not list":
        async () => {
          const { bytecode } = await contractArtifact("ERC20Template3");
          const third = await deploy(bytecode);
          await addTemplate(third);
          return { note: `${third} (ERC20Template3 2.2.0–2.6.0)` };
        },
      "whose registry lists four templates": async () => {
        const further: Hex[] = [];
        for (const name of ["ERC20Template3", "ERC20Template4"] as const) {
          const template = await deploy(
            (await contractArtifact(name)).bytecode,
          );
          await addTemplate(template);
          further.push(template);
        }
        return {
          network: withAddresses(chain.network, {
            ERC20Template: [...plan.erc20Templates, ...further],
          }),
        };
      },
      "whose registry lists one of two templates": async () => ({
        network: withAddresses(chain.network, {
          ERC20Template: plan.erc20Templates.slice(0, 1),
        }),
        note: `${plan.erc20Templates[1]} (ERC20TemplateEnterprise 2.2.0–2.6.0)`,
      }),
      "with the enterprise exchange beside the other one": async () => {
        const exchange = await deployEnterpriseExchange();
        await router("addFixedRateContract", exchange);
        return {
          note: `${exchange} (FixedRateExchangeEnterprise 2.5.0–2.6.0)`,
        };
      },
      "with the enterprise exchange in its registry": async () => {
        const exchange = await deployEnterpriseExchange();
        await router("addFixedRateContract", exchange);
        await router("removeFixedRateContract", plan.fixedPrice);
        return {
          network: withAddresses(chain.network, { FixedPrice: exchange }),
        };
      },
      "of mixed releases: a fee collector and a dispenser of 1.0.0":
        async () => {
          const dispenser = await deploy(DISPENSER_1_0_0, [plan.router]);
          await router("addDispenserContract", dispenser);
          await router("removeDispenserContract", plan.dispenser);
          return {
            network: withAddresses(chain.network, {
              ...(await withCollector(COLLECTOR_1_0_0)),
              Dispenser: dispenser,
            }),
          };
        },
      "of mixed releases: a fee collector of 1.1.15": async () => ({
        network: withAddresses(
          chain.network,
          await withCollector(COLLECTOR_1_1_15),
        ),
      }),
      "without fees": async () => {
        await router("updateOPCFee", 0n, 0n, 0n, 0n);
        return {};
      },
      "with a contract that was compiled elsewhere": async () => {
        const { deployedBytecode } = await contractArtifact("Dispenser");
        const code = deployedBytecode.replace(
          /1220[0-9a-f]{64}(?=64736f6c63)/,
          `1220${"ab".repeat(32)}`,
        );
        expect(code).to.not.equal(deployedBytecode);
        await chain.request("hardhat_setCode", plan.dispenser, code);
        return {};
      },
    };
    for (const [what, setUp] of Object.entries(HONEST)) {
      it(`when it is one ${what}, then nothing is wrong at any level, and the lock holds, strict as well`, async () => {
        const { network = chain.network, note } = await setUp();

        const found = await Promise.all(
          LEVELS.map((level) =>
            verifyRegistry(chain.transport, network, level),
          ),
        );
        const lock = await lockNow(network);

        expect(
          found.map(({ outcome, reason }) => [outcome, reason]),
        ).to.deep.equal(LEVELS.map(() => ["ok", undefined]));
        expect(found.at(-1)?.notes.join() ?? "").to.contain(note ?? "");
        for (const level of LEVELS) {
          for (const strict of [false, true]) {
            const { outcome, reason } = await checked(lock, {
              strict,
              network,
              level,
            });
            expect([level, strict, outcome, reason]).to.deep.equal([
              level,
              strict,
              "ok",
              undefined,
            ]);
          }
        }
        const collector = found
          .at(-1)
          ?.facts?.find(({ id }) => id === "collector.payee");
        expect(collector?.actual).to.equal(
          `${chain.replacements.account} (account)`,
        );
      });
    }

    async function deployEnterpriseExchange(): Promise<Hex> {
      const { bytecode } = await contractArtifact(
        "FixedRateExchangeEnterprise",
      );
      return await deploy(bytecode, [plan.router, plan.communityFeeCollector]);
    }
  });

  it("given a fee collector that was compiled elsewhere, when its code cannot be read, then its payee is unknown, not changed", async () => {
    const { deployedBytecode } = await contractArtifact(
      "OPFCommunityFeeCollector",
    );
    const code = deployedBytecode.replace(
      /1220[0-9a-f]{64}(?=64736f6c63)/,
      `1220${"ab".repeat(32)}`,
    );
    await chain.request("hardhat_setCode", plan.communityFeeCollector, code);
    const lock = await lockNow();
    const hiding: MutationChain["transport"] = {
      ...chain.transport,
      request: async (method, params) =>
        method === "eth_getCode" &&
        String(params[0]).toLowerCase() ===
          plan.communityFeeCollector.toLowerCase()
          ? { ok: false, kind: "rpc-error", code: -32000, reason: "busy" }
          : await chain.transport.request(method, params),
    };

    const found = checkNetwork(
      await verifyRegistry(hiding, chain.network, "wiring"),
      lock.networks["devnetSandbox"],
      false,
    );

    expect(found.lock?.changes).to.deep.equal([]);
    expect(found.outcome).to.equal("unknown");
    expect(
      found.facts?.find(({ id }) => id === "collector.payee")?.verdict,
    ).to.equal("unknown");
  });

  it("given anything that is deleted from the lock, then it is incomplete and named, and strict fails", async () => {
    const { devnetSandbox } = fresh.networks;
    if (devnetSandbox === undefined) {
      throw new Error("it is not locked");
    }
    const { block: _, ...blockless } = devnetSandbox;
    const deleted: Readonly<Record<string, LockedNetwork>> = {
      block: blockless,
      policy: { ...devnetSandbox, policy: {} },
      ...Object.fromEntries(
        Object.entries(devnetSandbox.policy).map(([id, value]) => {
          const { [id]: __, ...policy } = devnetSandbox.policy;
          expect(value).not.to.equal(undefined);
          return [id, { ...devnetSandbox, policy }];
        }),
      ),
    };
    const now = [
      await reportNow(chain.network),
      await reportNow(chain.network, true),
    ];

    for (const [what, entry] of Object.entries(deleted)) {
      const lock = { ...fresh, networks: { devnetSandbox: entry } };
      const [lenient, strict] = now.map((report) => checkLock(report, lock));

      expect([lenient?.outcome, strict?.outcome], what).to.deep.equal([
        "unknown",
        "failed",
      ]);
      expect(lenient?.networks[0]?.lock, what).to.deep.include({
        verdict: "incomplete",
        unpinned: [what],
      });
      expect(lenient?.networks[0]?.problems?.[0]?.reason).to.equal(
        `it has no value of ${what}`,
      );
    }
    expect(Object.keys(deleted)).to.have.length.above(25);
  });

  async function verifyNow(
    network = chain.network,
    strict = false,
    level: VerifyLevel = "wiring",
  ): Promise<NetworkVerification> {
    return await verifyRegistry(chain.transport, network, level, strict);
  }

  async function reportNow(
    network: ResolvedAlphaNetwork,
    strict = false,
    level: VerifyLevel = "wiring",
  ): Promise<VerifyReport> {
    const found = await verifyNow(network, strict, level);
    return {
      schemaVersion: 1,
      task: "verify",
      level,
      ...(strict ? { strict } : {}),
      outcome: found.outcome,
      networks: [found],
    };
  }

  function lockable(
    report: VerifyReport,
    accept: readonly string[],
  ): VerifyReport {
    return checkLockable(acceptCodes(report, EMPTY_LOCK, accept));
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
      level = "wiring",
    }: {
      readonly strict?: boolean;
      readonly network?: ResolvedAlphaNetwork;
      readonly level?: VerifyLevel;
    } = {},
  ): Promise<NetworkVerification> {
    const report = checkLock(await reportNow(network, strict, level), lock);
    expectValidReport("verify", report);
    const [found] = report.networks;
    if (found === undefined) {
      throw new Error("no network was verified");
    }
    return found;
  }

  async function deploy(
    creationCode: string,
    args: readonly Hex[] = [],
  ): Promise<Hex> {
    return await deployFrom(chain, creationCode, args);
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
