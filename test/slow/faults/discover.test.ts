import { expect } from "chai";
import { describeRegistry } from "../../../src/discover/discover.ts";
import { discoverRegistry } from "../../../src/discover/discover-registry.ts";
import type { DiscoverReport } from "../../../src/discover/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { discoverTable } from "../../../tasks/discover/formats/table.ts";
import {
  CANARY_HEADERS,
  canaryUrl,
  leaksIn,
  leaksOf,
} from "../../support/canaries.ts";
import { STATE_FAULTS } from "../../support/node-model/answer-faults.ts";
import {
  type FaultChain,
  type FaultChains,
  startFaultChains,
} from "../../support/node-model/chains.ts";
import { EXPECTED } from "../../support/node-model/run-case.ts";
import {
  type Behaviour,
  honest,
  type ServedOptions,
  withServer,
} from "../../support/node-model/server.ts";
import {
  ALL_FAULTS,
  firstOfEach,
  oneIn,
  SLOW_FAULTS,
} from "../../support/node-model/transport-faults.ts";
import { runPooled } from "../../support/node-model/trials.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";

const { plan } = SANDBOX_PLANS.devnet;
const TRUE_REGISTRY = {
  token: plan.token,
  communityFeeCollector: plan.communityFeeCollector,
  router: plan.router,
  fixedPrice: plan.fixedPrice,
  erc20Templates: plan.erc20Templates,
  erc721Templates: plan.erc721Templates,
  dispenser: plan.dispenser,
  erc721Factory: plan.erc721Factory,
} as const;
const ALL = Object.values(TRUE_REGISTRY).flat();
const TOKENS: readonly string[] = [plan.token, plan.extraTokens[0].address];
const AT_A_TIME = 10;
const SOME_OF = 5;
const SOME_FAULTS = 3;

interface Case {
  readonly name: string;
  readonly chain: FaultChain;
  readonly behave: () => Behaviour;
  readonly isWrongChain?: boolean;
  readonly isSlow?: boolean | undefined;
}

interface Result {
  readonly name: string;
  readonly outcome: DiscoverReport["outcome"];
  readonly isComplete: boolean;
  /** What a report must not say. */
  readonly wrong: readonly string[];
}

async function run({
  name,
  chain,
  behave,
  isWrongChain = false,
  isSlow = false,
}: Case): Promise<Result> {
  const options: ServedOptions = {
    behaviour: behave(),
    ask: chain.ask,
    url: ({ port }) => canaryUrl(`127.0.0.1:${port}`),
    transport: {
      headers: CANARY_HEADERS,
      attemptTimeoutMs: isSlow ? 500 : 20_000,
      deadline: Date.now() + (isSlow ? 10_000 : 60_000),
      maxBodyBytes: 512 * 1024,
    },
  };
  return await withServer(options, async ({ transport }) => {
    const read = await discoverRegistry(transport, {
      router: plan.router,
      chain: EXPECTED.chain,
      limits: EXPECTED.limits,
    });
    const { endpoint } = transport;
    const report = describeRegistry(
      {
        router: plan.router,
        network: "devnet",
        hardhatNetwork: "devnet",
        chainId: chain.chainId,
        endpoint,
      },
      read,
    );
    const shown = discoverTable(report, PLAIN);
    return {
      name,
      outcome: report.outcome,
      isComplete: Object.keys(report.registry).length === ALL_ROLES,
      wrong: [
        ...mistakesIn(
          expectValidReport("discover", JSON.stringify(report)),
          chain,
          isWrongChain,
        ),
        ...leaksOf(report).map((leak) => `leaks ${leak}`),
        ...leaksIn(shown).map((leak) => `shows ${leak}`),
      ],
    };
  }).catch(
    (error): Result => ({
      name,
      outcome: "unknown",
      isComplete: false,
      wrong: [`crashed: ${error}`],
    }),
  );
}

const ALL_ROLES = Object.keys(TRUE_REGISTRY).length;

/** What is not true of a chain whose router is there, or lacks its code. */
function mistakesIn(
  report: DiscoverReport,
  chain: FaultChain,
  isWrongChain: boolean,
): readonly string[] {
  const isWhole = chain.name === "whole" && !isWrongChain;
  const wrong: string[] = [];
  for (const [role, value] of Object.entries(report.registry)) {
    const truth = Object.entries(TRUE_REGISTRY).find(([one]) => one === role);
    if (!isWhole || JSON.stringify(value) !== JSON.stringify(truth?.[1])) {
      wrong.push(`found ${role} ${String(value)}`);
    }
  }
  for (const { address, identity, key, verdict } of report.contracts) {
    const isAbsentRouter = !isWhole && !isWrongChain && key === "Router";
    const isTrue = isAbsentRouter
      ? verdict === "absent"
      : verdict === "present";
    if (verdict !== "unknown" && (!isTrue || isWrongChain)) {
      wrong.push(`${key} ${address} is ${verdict}`);
    }
    if (
      identity !== undefined &&
      !["recognised", "unknown"].includes(identity.verdict) &&
      // At an old block, the code is another one.
      report.doubt === undefined
    ) {
      wrong.push(`${key} ${address} is ${identity.verdict}`);
    }
    if (
      address !== undefined &&
      verdict !== "unknown" &&
      ![...ALL, ...TOKENS].some((one) => one === address)
    ) {
      wrong.push(`${key} ${address} is of no marketplace`);
    }
  }
  for (const { id, reason, verdict } of report.facts) {
    if (verdict === "broken") {
      wrong.push(`${id} is broken: ${reason}`);
    }
  }
  const truth = isWhole ? "ok" : "failed";
  if (report.outcome !== "unknown" && report.outcome !== truth) {
    wrong.push(`the outcome is ${report.outcome}`);
  }
  if (report.startBlock.verdict === "found") {
    wrong.push("a start block, though no transaction created the router");
  }
  return wrong;
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

describe("discover, against nodes that are not true", function () {
  this.timeout(5 * 60_000);
  let chains: FaultChains;
  const results: Result[] = [];

  before(async () => {
    chains = await startFaultChains();
  });

  after(async () => {
    await chains.close();
    const count = (wanted: Result["outcome"]) =>
      results.filter(({ outcome }) => outcome === wanted).length;
    console.log(
      `discover: ${results.length} cases, ${count("ok")} ok, ${count("failed")} failed, ${count("unknown")} unknown`,
    );
  });

  async function expectNoneWrong(
    cases: readonly Case[],
  ): Promise<readonly Result[]> {
    const done = await runPooled(cases, AT_A_TIME, run);
    results.push(...done);
    const wrong = done
      .filter((result) => result.wrong.length > 0)
      .map((result) => `${result.name}: ${result.wrong.join("; ")}`);
    expect(wrong.length, wrong.slice(0, 20).join("\n")).to.equal(0);
    return done;
  }

  it("given an honest node, then the registry is complete, and an absent router is absent", async () => {
    const [whole, lacking] = await expectNoneWrong(
      [chains.whole, chains.lacking].map((chain) => ({
        name: chain.name,
        chain,
        behave: () => honest,
      })),
    );

    expect(whole).to.include({ outcome: "ok", isComplete: true });
    expect(lacking).to.include({ outcome: "failed" });
  });

  it("given a node of another chain, then that is said, and nothing of a contract", async () => {
    const [result] = await expectNoneWrong([
      {
        name: "another chain",
        chain: chains.other,
        behave: () => honest,
        isWrongChain: true,
      },
    ]);

    expect(result?.outcome).to.equal("failed");
  });

  it("given faults of the wire, always, first or now and then, then nothing wrong is found or missing", async () => {
    const done = await expectNoneWrong(
      Object.entries(ALL_FAULTS).flatMap(([name, fault], index) => {
        const isSlow = name in SLOW_FAULTS;
        const head = { isSlow, chain: chains.whole };
        return [
          { ...head, name: `${name}, always`, behave: () => fault },
          // Each costs seven readings, so not every fault is tried in every way.
          ...(isSlow || index % SOME_FAULTS !== 0
            ? []
            : [
                {
                  ...head,
                  name: `${name}, first`,
                  behave: () => firstOfEach(fault),
                },
                {
                  ...head,
                  name: `${name}, one request in ${SOME_OF}`,
                  behave: () => oneIn(SOME_OF, fault),
                },
              ]),
        ];
      }),
    );

    // A client that found nothing would be of no use.
    const later = done.filter(({ name }) => !name.endsWith("always"));
    const complete = later.filter(({ isComplete }) => isComplete);
    expect(complete.length).to.be.above(later.length / 3);
  });

  it("given answers that are well-formed and not true, and pools of two chains, then nothing wrong is found or missing", async () => {
    await expectNoneWrong(
      STATE_FAULTS.map((fault, index): Case => {
        const { behave, isForWholeOnly = false, isSlow, name, status } = fault;
        const chain =
          isForWholeOnly || index % 2 === 0 ? chains.whole : chains.lacking;
        return {
          name: `${name}, ${chain.name}`,
          chain,
          behave: () => whereItApplies(behave(chain, chains.other)),
          isSlow,
          isWrongChain: status === "wrong-chain",
        };
      }),
    );
  });
});
