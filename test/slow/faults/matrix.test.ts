import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { describeRegistry } from "../../../src/discover/discover.ts";
import { discoverRegistry } from "../../../src/discover/discover-registry.ts";
import type { DiscoverReport } from "../../../src/discover/report.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { loadFactWords } from "../../../src/verify/words/fact-words-loader.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { discoverTable } from "../../../tasks/discover/action.ts";
import { STATE_FAULTS } from "../../support/node-model/answer-faults.ts";
import {
  type FaultChain,
  useFaultChains,
} from "../../support/node-model/chains.ts";
import {
  describeResult,
  EXPECTED,
  expectNoFailure,
  type FaultResult,
  type FaultTask,
  runFaultCase,
} from "../../support/node-model/run-case.ts";
import { type Behaviour, honest } from "../../support/node-model/server.ts";
import { runPooled } from "../../support/node-model/trials.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { echoCases, honestCase, stateCases, wireCases } from "./cases.ts";

await loadFactWords();

const { plan } = SANDBOX_PLANS.devnet;
/** Too many would not get the processor in time. */
const AT_A_TIME = 4;
/** Those that mostly wait. */
const WAITING_AT_A_TIME = 12;
/** What an honest node shows of each chain. */
const truths = new Map<FaultChain, DiscoverReport>();

async function discover({ chainId }: FaultChain, transport: RpcTransport) {
  const { router } = plan;
  const { chain, limits, network, hardhatNetwork } = EXPECTED;
  const { endpoint } = transport;
  return describeRegistry(
    { router, network, hardhatNetwork, chainId, endpoint },
    await discoverRegistry(transport, { router, chain, limits }),
  );
}

/** Discovers, and looks for what a report must not say. */
const discoverAndJudge: FaultTask = async (one, transport, shown) => {
  const { chain, state } = one;
  const discovery = await discover(chain, transport);
  const { report } = discovery;
  shown.push(report, discoverTable(discovery, PLAIN));
  const truth = state === "wrong-chain" ? undefined : truths.get(chain);
  const wrong = mistakesIn(
    expectValidReport("discover", JSON.stringify(report)),
    truth,
  );
  const isTrue =
    report.outcome === (truth?.outcome ?? "failed") &&
    isDeepStrictEqual(report.registry, truth?.registry ?? {});
  return {
    verdict: wrong.length > 0 ? "mis-report" : isTrue ? "true" : "unknown",
    detail: wrong.join("; "),
  };
};

/** What neither is unknown nor said of a chain by an honest node, if of any at all. */
function mistakesIn(
  { contracts, doubt, facts, outcome, registry, startBlock }: DiscoverReport,
  truth: DiscoverReport | undefined,
): readonly string[] {
  const isSame = (role: string, value: unknown) =>
    isDeepStrictEqual(value, Object(truth?.registry)[role]);
  return [
    ...Object.entries(registry)
      .filter(([role, value]) => !isSame(role, value))
      .map(([role]) => `another ${role}`),
    ...contracts
      .filter(
        ({ address, verdict }) =>
          verdict !== "unknown" &&
          !truth?.contracts.some(
            (one) => one.address === address && one.verdict === verdict,
          ),
      )
      .map(({ address, verdict }) => `${address} is ${verdict}`),
    ...contracts.flatMap(({ address, identity: { verdict } = {} }) =>
      // At an old block, the code is another one.
      doubt !== undefined ||
      [undefined, "recognised", "unknown"].includes(verdict)
        ? []
        : [`${address} is ${verdict}`],
    ),
    ...facts
      .filter(({ verdict }) => verdict === "broken")
      .map(({ id }) => `${id} is broken`),
    ...(["unknown", truth?.outcome ?? "failed"].includes(outcome)
      ? []
      : [`the outcome is ${outcome}`]),
    ...(startBlock.verdict === "found"
      ? ["a start block, though no transaction created the router"]
      : []),
  ];
}

/** Behaviours that forge the probe of codes cannot forge the one that makes calls. */
function whereItApplies(behave: Behaviour): Behaviour {
  return (exchange) => {
    try {
      behave(exchange);
    } catch {
      honest(exchange);
    }
  };
}

/**
 * `ALPHA_FAULT_TABLE=all` prints every case. The truth behind each server is a
 * real chain: one with all contracts, one that lacks some.
 */
describe("verify and status, against nodes that are not true", function () {
  this.timeout(15 * 60_000);

  const rejections: unknown[] = [];
  const chains = useFaultChains();
  let results: readonly FaultResult[] = [];
  const onRejection = (reason: unknown) => {
    rejections.push(reason);
  };

  before(async () => {
    process.on("unhandledRejection", onRejection);
    const cases = [wireCases, stateCases, echoCases].flatMap((casesOf) =>
      casesOf(chains()),
    );
    const { quick = [], waiting = [] } = Object.groupBy(
      cases,
      ({ isSlow, isPatient }) => (isSlow || isPatient ? "waiting" : "quick"),
    );
    // Together, since what waits for one group leaves the processor to the others.
    results = [
      ...(await runPooled(quick, AT_A_TIME, runFaultCase)),
      ...(await runPooled(waiting, WAITING_AT_A_TIME, runFaultCase)),
    ];
    if (process.env["ALPHA_FAULT_TABLE"] === "all") {
      console.log(results.map(describeResult).join("\n"));
    }
  });

  after(() => {
    process.off("unhandledRejection", onRejection);
  });

  it("given an honest node, then every verdict is the true one, on both paths", async () => {
    const { whole, lacking } = chains();
    const some = [whole, lacking].flatMap((chain) =>
      (["probe", "single"] as const).map((path) => ({
        ...honestCase(chain),
        path,
      })),
    );

    expectNoFailure(await runPooled(some, AT_A_TIME, runFaultCase));
  });

  it("then each verdict is true or unknown, true where it can be had, and nothing leaks", () => {
    expectNoFailure(results);
  });

  it("leaves no promise rejected that nobody heard", () => {
    expect(rejections).to.deep.equal([]);
  });

  it("has hundreds of behaviours, and a third of the verdicts are true", () => {
    const behaviours = results.map((result) => result.case.behaviour);

    expect(new Set(behaviours).size).to.be.above(200);
    // A client that answered nothing but unknown would be of no use.
    const isTrue = results.filter(({ verdict }) => verdict === "true");
    expect(isTrue.length).to.be.above(results.length / 3);
  });
});

describe("discover, against nodes that are not true", function () {
  this.timeout(5 * 60_000);
  const chains = useFaultChains();

  before(async () => {
    const { whole, lacking } = chains();
    for (const chain of [whole, lacking]) {
      await runFaultCase(honestCase(chain), async (_, transport) => {
        const { report } = await discover(chain, transport);
        truths.set(chain, report);
        return { verdict: "true", detail: "" };
      });
    }
    const { token, router, erc721Templates } = plan;
    expect(truths.get(whole)?.registry).to.include({ token, router });
    expect(truths.get(whole)?.registry).to.deep.include({ erc721Templates });
    expect(Object.keys(truths.get(whole)?.registry ?? {})).to.have.length(8);
    expect(truths.get(lacking)).to.deep.include({
      outcome: "failed",
      registry: {},
    });
  });

  it("given another chain, answers that are well-formed and not true, and pools of two chains, then nothing wrong is found or missing", async () => {
    const { whole, lacking, other } = chains();
    const another = { ...honestCase(other), state: "wrong-chain" as const };
    const cases = STATE_FAULTS.map((fault, index) => {
      const { behave, isForWholeOnly = false, isSlow, name, status } = fault;
      const chain = isForWholeOnly || index % 2 === 0 ? whole : lacking;
      return {
        ...honestCase(chain),
        behaviour: name,
        behave: () => whereItApplies(behave(chain, other)),
        mustRecover: false,
        state: status === "wrong-chain" ? status : undefined,
        isSlow,
      };
    });
    const results = await runPooled([another, ...cases], AT_A_TIME, (one) =>
      runFaultCase(one, discoverAndJudge),
    );

    expectNoFailure(results);
  });
});
