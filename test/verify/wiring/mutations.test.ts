import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import {
  acceptCodes,
  checkLock,
  checkLockable,
  checkNetwork,
} from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork, JudgedReport } from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import {
  networkUpdates,
  updateLock,
} from "../../../src/verify/lock/update-lock.ts";
import {
  EMPTY_LOCK,
  type Lock,
} from "../../../src/verify/lock-file/lock-file.ts";
import type { VerifyLevel } from "../../../src/verify/report.ts";
import { factText } from "../../../src/verify/words/render.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import {
  ATTACKER,
  CONTROL_MUTATIONS,
  changes,
  deployFrom,
  IMPOSTORS,
  OWNER,
  sending,
} from "../../support/control-mutations.ts";
import { CONTROLLED } from "../../support/lock-changes.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import {
  COLLECTOR_1_0_0,
  COLLECTOR_1_1_15,
  DISPENSER_1_0_0,
} from "../../support/ocean-old-creation-codes.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { withAddresses } from "../../support/with-addresses.ts";
import { LEVELS } from "../mutation-kills.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ROUTER = ["Router", plan.router] as const;

describe("a change by whoever controls the contracts", function () {
  this.timeout(120_000);
  let chain: MutationChain;
  let fresh: Lock;

  // Clones of EIP-7511 use PUSH0.
  const alpha = { networks: { devnet: { hardfork: "shanghai" } } } as const;
  withMutationChain(
    "devnet",
    (opened) => {
      chain = opened;
    },
    { alpha },
  );
  before(async () => {
    fresh = await lockNow();
  });

  it("given a fresh set, then its lock holds, strict as well", async () => {
    for (const strict of [false, true]) {
      const { outcome, why } = await checked(fresh, { strict });
      expect([outcome, why]).to.deep.equal(["ok", undefined]);
    }
  });

  for (const { name, change, says } of CONTROL_MUTATIONS) {
    it(`given ${name}, then the lock names it, and nothing else`, async () => {
      await change(chain);

      const found = await checked(fresh);

      const changed = Object.keys(says);
      expect(found.lock?.changes.map(({ fact }) => fact)).to.have.members(
        changed,
      );
      expect(found.outcome).to.equal("failed");
      expect(
        (found.facts ?? []).flatMap(({ id, verdict }) =>
          verdict === "changed" ? [id] : [],
        ),
      ).to.have.members(changed);
    });
  }

  it("given code at the address of all owners, then the facts that name it are the same, and hold", async () => {
    await changes("the router's account has code now")(chain);

    const { facts = [], lock } = await checked(fresh);

    expect(lock?.changes).to.have.length(1);
    for (const id of [
      "router.owner",
      "factory.owner",
      "collector.owner",
      "collector.payee",
      "registry.Alpha.owner",
    ]) {
      const fact = facts.find((one) => one.id === id);

      expect(fact).to.include({ verdict: "holds", value: OWNER });
    }
  });

  it("given a fee and an owner that changed, then each is told in words", async () => {
    await changes(
      "consuming",
      "a foreign token approved",
      "the router's",
    )(chain);

    const { rows, lock } = await checked(fresh);

    const byBoth = `, changed by the Router's owner: account at ${OWNER}, then account at ${ATTACKER}`;
    const said = rows
      .filter(({ group, status }) => group === "control" && status !== "ok")
      .flatMap(({ findings }) => findings.map(({ reason }) => reason));
    expect(said).to.deep.equal([
      `Router owner: ${OWNER} (account) → ${ATTACKER} (account), changed by the Router's owner: account at ${OWNER}`,
      `Router consume fee: 3 % → 50 %${byBoth}`,
      `Router approved tokens: added ${ATTACKER}${byBoth}`,
    ]);
    expect(
      lock?.changes.map(({ fact, severity }) => [fact, severity]),
    ).to.deep.equal([
      ["router.owner", "control"],
      ["router.consumeFee", "fees"],
      ["router.approvedTokens", "lists"],
    ]);
  });

  for (const [index, { name, place }] of IMPOSTORS.entries()) {
    const [key, address] = CONTROLLED[index % CONTROLLED.length] ?? ROUTER;
    it(`given ${name} in place of ${key}, then it is unknown, failed with strict and with the lock, and ok once accepted`, async () => {
      await place(chain, address);
      const identityIn = ({ contracts }: JudgedNetwork) =>
        contracts.find((contract) => contract.key === key)?.identity;

      const lenient = await verifyNow();
      const strict = await verifyNow(chain.network, true);
      const locked = await checked(fresh);
      const unnamed = lockable(await reportNow(chain.network), []);
      const accepted = await lockNow(chain.network, [key]);
      const after = await checked(accepted);
      const strictAfter = await checked(accepted, { strict: true });

      expect([
        lenient.outcome,
        strict.outcome,
        locked.outcome,
        unnamed.outcome,
        after.outcome,
        strictAfter.outcome,
      ]).to.deep.equal([
        "unknown",
        "failed",
        "failed",
        "unknown",
        "ok",
        // This node has no access lists, which would show all that a proxy runs, and the
        // code of a mimic has no functions to be analysed.
        /clone|proxy|mimic/.test(name) ? "failed" : "ok",
      ]);
      expect(identityIn(lenient)?.verdict).to.equal("unrecognised");
      expect(identityIn(after)).to.include({
        verdict: "recognised",
        basis: "lock",
      });
    });
  }

  describe("given an honest network unlike a fresh deployment", () => {
    const router = async (functionName: string, ...args: unknown[]) =>
      await sending("FactoryRouter", plan.router, functionName, args)(chain);
    const deploy = async (code: string, args: readonly Hex[]) =>
      await deployFrom(chain, code, args);
    const withCollector = async (creationCode: Hex) => {
      const collector = await deploy(creationCode, [OWNER, OWNER]);
      await router("updateOPCCollector", collector);
      return { AlphaCommunityFeeCollector: collector };
    };
    const HONEST: Readonly<
      Record<string, () => Promise<ResolvedAlphaNetwork>>
    > = {
      "whose router was handed over, but not its factory, as by upstream's deploy script":
        async () => {
          await router("changeRouterOwner", ATTACKER);
          return chain.network;
        },
      "of mixed releases: a fee collector and a dispenser of 1.0.0":
        async () => {
          const dispenser = await deploy(DISPENSER_1_0_0, [plan.router]);
          await router("addDispenserContract", dispenser);
          await router("removeDispenserContract", plan.dispenser);
          return withAddresses(chain.network, {
            ...(await withCollector(COLLECTOR_1_0_0)),
            Dispenser: dispenser,
          });
        },
      "of mixed releases: a fee collector of 1.1.15": async () =>
        withAddresses(chain.network, await withCollector(COLLECTOR_1_1_15)),
    };
    for (const [what, setUp] of Object.entries(HONEST)) {
      it(`when it is one ${what}, then nothing is wrong at any level, and the lock holds, strict as well`, async () => {
        const network = await setUp();

        const found = await Promise.all(
          LEVELS.map((level) =>
            verifyRegistry(chain.transport, network, level),
          ),
        );
        const lock = await lockNow(network);

        expect(found.map(({ outcome, why }) => [outcome, why])).to.deep.equal(
          LEVELS.map(() => ["ok", undefined]),
        );
        for (const level of LEVELS) {
          for (const strict of [false, true]) {
            const { outcome, why } = await checked(lock, {
              strict,
              network,
              level,
            });
            expect([outcome, why], level).to.deep.equal(["ok", undefined]);
          }
        }
        const { facts = [] } = found.at(-1) ?? {};
        const collector = facts.find(({ id }) => id === "collector.payee");
        expect(collector?.value).to.equal(OWNER);
        expect(collector && factText(collector, { facts })).to.equal(
          `${OWNER} (account)`,
        );
      });
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
    expect(code).to.not.equal(deployedBytecode);
    const { communityFeeCollector } = plan;
    await chain.request("hardhat_setCode", communityFeeCollector, code);
    const lock = await lockNow();
    const hiding: MutationChain["transport"] = {
      ...chain.transport,
      request: async (method, params) =>
        method === "eth_getCode" &&
        String(params[0]).toLowerCase() === communityFeeCollector.toLowerCase()
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

  async function verifyNow(
    network = chain.network,
    strict = false,
    level: VerifyLevel = "wiring",
  ): Promise<JudgedNetwork> {
    return await verifyRegistry(chain.transport, network, level, strict);
  }

  async function reportNow(
    network: ResolvedAlphaNetwork,
    strict = false,
    level: VerifyLevel = "wiring",
  ): Promise<JudgedReport> {
    const found = await verifyNow(network, strict, level);
    return judgedReport({ level, strict }, [found]);
  }

  function lockable(
    report: JudgedReport,
    accept: readonly string[],
  ): JudgedReport {
    return checkLockable(acceptCodes(report, EMPTY_LOCK, accept));
  }

  async function lockNow(
    network = chain.network,
    accept: readonly string[] = [],
  ): Promise<Lock> {
    const report = lockable(await reportNow(network), accept);
    expectValidReport("verify", reportOf(report));
    expect([report.outcome, report.networks[0]?.why]).to.deep.equal([
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
  ): Promise<JudgedNetwork> {
    const report = checkLock(await reportNow(network, strict, level), lock);
    expectValidReport("verify", reportOf(report));
    const [found] = report.networks;
    if (found === undefined) {
      throw new Error("no network was verified");
    }
    return found;
  }
});
