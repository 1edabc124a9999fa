import { expect } from "chai";
import type {
  FactVerification,
  NetworkVerification,
} from "../../../src/verify/report.ts";
import {
  baselineOf,
  judgeSimulation,
  type SimulationRules,
} from "../../../src/verify/simulate/judge-simulation.ts";
import type { SimulatedTransaction } from "../../../src/verify/simulate/report.ts";
import {
  ADDRESS,
  contract,
  network,
  OTHER_ADDRESS,
} from "../../tasks/verify/verify-reports.ts";

const SENT: SimulatedTransaction = {
  from: ADDRESS,
  to: OTHER_ADDRESS,
  data: "0x",
  value: "0",
  call: "Router.setOwner()",
  verdict: "succeeds",
};
const RULES: SimulationRules = {
  locked: undefined,
  isLockRequired: false,
  doubt: undefined,
  strict: false,
};

const fact = (actual: string | undefined, id = "router.owner") =>
  ({
    id,
    class: "policy",
    label: id,
    severity: "control",
    actual,
    value: actual,
    verdict: actual === undefined ? "unknown" : "listed",
    reason: actual === undefined ? "HTTP 500" : undefined,
  }) as const satisfies FactVerification;
/** A chain in this process, of which the lock needs no genesis block. */
const forked = (given: Partial<NetworkVerification>) =>
  network({ endpoint: "in-process", ...given });
const withOwner = (owner: string | undefined) =>
  forked({ facts: [fact(owner)] });
const BEFORE = withOwner("one");

function simulated(
  after: NetworkVerification,
  {
    before = BEFORE,
    expected = [],
    sent = [SENT],
    ...rules
  }: Partial<SimulationRules> & {
    readonly before?: NetworkVerification;
    readonly expected?: readonly string[];
    readonly sent?: readonly SimulatedTransaction[];
  } = {},
) {
  const { outcome, reason, checks, notes } = judgeSimulation(
    before,
    after,
    { transactions: sent, expected },
    { ...RULES, ...rules },
  );
  return { outcome, reason, notes, last: checks.at(-1) };
}

describe("what a simulation says", () => {
  for (const [what, options, after, outcome, reason] of [
    [
      "a change that another one is expected for",
      { expected: ["router.fee"] },
      withOwner("two"),
      "failed",
      "router.owner changed",
    ],
    [
      "an expected change",
      { expected: ["router.owner"] },
      withOwner("two"),
      "ok",
      undefined,
    ],
    [
      "a value that cannot be read afterwards",
      { expected: ["router.owner"] },
      withOwner(undefined),
      "unknown",
      "router.owner unknown",
    ],
    [
      "a value that could not be read before",
      { before: withOwner(undefined) },
      withOwner("two"),
      "unknown",
      "router.owner unknown",
    ],
    [
      "a value that follows from nothing before",
      {},
      forked({ facts: [fact("one"), fact("x", `${ADDRESS}.owners`)] }),
      "ok",
      undefined,
    ],
    [
      "a transaction that fails",
      { sent: [{ ...SENT, verdict: "fails", reason: "NOT OWNER" }] },
      BEFORE,
      "failed",
      "transaction 1 fails",
    ],
    [
      "a transaction that could not be sent, and one after it",
      {
        sent: [
          { ...SENT, verdict: "unknown", reason: "HTTP 500" },
          { ...SENT, verdict: "not sent", reason: "one before it" },
        ],
      },
      BEFORE,
      "unknown",
      "transaction 1 unknown",
    ],
  ] as const satisfies readonly (readonly [
    string,
    Parameters<typeof simulated>[1],
    NetworkVerification,
    string,
    string | undefined,
  ])[]) {
    it(`given ${what}, then it is ${outcome}${reason === undefined ? "" : `: ${reason}`}`, () => {
      const found = simulated(after, options);

      expect([found.outcome, found.reason]).to.deep.equal([outcome, reason]);
    });
  }

  it("given a name to expect that no check has, then a note suggests the one that is meant", () => {
    const { notes } = simulated(BEFORE, {
      expected: ["router.ownr", "router.owner", "x"],
    });

    expect(notes).to.deep.equal([
      '--expect names "router.ownr", which was not verified. Did you mean router.owner?',
      '--expect names "x", which was not verified.',
    ]);
  });

  it("given code that no release has any more, then it is unknown, and failed with --strict", () => {
    const identity = { verdict: "unrecognised", reason: "no release" } as const;
    const contracts = [contract({ identity })];
    const after = forked({ contracts, facts: [fact("one")] });

    expect(
      [false, true].map((strict) => simulated(after, { strict }).outcome),
    ).to.deep.equal(["unknown", "failed"]);
  });

  const locked = baselineOf(withOwner("locked"));
  for (const [what, rules, after, outcome] of [
    ["it is not required", {}, BEFORE, "ok"],
    ["it is required", { isLockRequired: true }, BEFORE, "failed"],
    [
      "the chain may be out of date",
      { isLockRequired: true, doubt: "it is a fork" },
      BEFORE,
      "unknown",
    ],
    [
      "the chain may be out of date, but the transactions change it",
      { isLockRequired: true, doubt: "it is a fork" },
      withOwner("two"),
      "failed",
    ],
    [
      "it has another chain id",
      { isLockRequired: true, locked: { ...baselineOf(BEFORE), chainId: 2 } },
      BEFORE,
      "failed",
    ],
  ] as const) {
    it(`given a lock file that differs afterwards, when ${what}, then it is ${outcome}`, () => {
      const found = simulated(after, { locked, ...rules });

      expect(found.outcome).to.equal(outcome);
      expect(found.last).to.include({
        name: "lock file",
        status: outcome === "ok" ? "skipped" : outcome,
      });
    });
  }
});
