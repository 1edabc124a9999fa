import { expect } from "chai";
import type {
  FactVerification,
  Gap,
  JudgedNetwork,
} from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import type { SimulationRules } from "../../../src/verify/simulate/judge-simulation.ts";
import {
  baselineOf,
  judgeSimulation,
} from "../../../src/verify/simulate/judge-simulation.ts";
import type { SimulatedTransaction } from "../../../src/verify/simulation-report.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { because, told } from "../../../src/verify/values/reason.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { verifyPrometheus } from "../../../tasks/verify/formats/prometheus.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  ADDRESS,
  contract,
  missing,
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

const fact = (value: Json | undefined, id = "router.owner") =>
  ({
    id,
    class: "policy",
    label: id,
    severity: "control",
    value,
    verdict: value === undefined ? "unknown" : "listed",
    reason: value === undefined ? told("HTTP 500") : undefined,
  }) as const satisfies FactVerification;
/** A chain in this process, of which the lock needs no genesis block. */
const forked = (given: Partial<JudgedNetwork>) =>
  network({ endpoint: "in-process", ...given });
const withOwner = (owner: Json | undefined) => forked({ facts: [fact(owner)] });
const BEFORE = withOwner("one");
const GONE = [contract(), missing("Gone", "absent", "no code")];
const UNREAD = [contract(), missing("Late", "unknown", "HTTP 500")];

function simulated(
  after: JudgedNetwork,
  {
    before = BEFORE,
    allowed = [],
    sent = [SENT],
    ...rules
  }: Partial<SimulationRules> & {
    readonly before?: JudgedNetwork;
    readonly allowed?: readonly string[];
    readonly sent?: readonly SimulatedTransaction[];
  } = {},
) {
  const judged = judgeSimulation(
    before,
    after,
    { transactions: sent, allowed },
    { ...RULES, ...rules },
  );
  const { strict } = rules;
  const report = judgedReport({ level: "wiring", strict }, [judged]);
  const [json] = reportOf(report).networks;
  expectValidReport("verify", JSON.stringify(reportOf(report)));
  const { outcome, why, rows, notes } = judged;
  const [, metric] =
    /^alpha_lock_changed\{[^}]*\} (\d)$/m.exec(verifyPrometheus(report)) ?? [];
  return { outcome, why, notes, rows, json, metric, last: rows.at(-1) };
}

describe("what a simulation says", () => {
  for (const [what, options, after, outcome, why] of [
    [
      "a change that another one is allowed for",
      { allowed: ["router.fee"] },
      withOwner("two"),
      "failed",
      "router.owner changed",
    ],
    [
      "an allowed change",
      { allowed: ["router.owner"] },
      withOwner("two"),
      "ok",
      undefined,
    ],
    [
      "a value that cannot be read afterwards",
      { allowed: ["router.owner"] },
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
      "a value that appears at an address that has others",
      { before: forked({ facts: [fact("x", `${ADDRESS}.is`)] }) },
      forked({
        facts: [fact("x", `${ADDRESS}.is`), fact("y", `${ADDRESS}.proxyAdmin`)],
      }),
      "failed",
      `${ADDRESS}.proxyAdmin changed`,
    ],
    [
      "a value that is gone from an address that has others",
      {
        before: forked({
          facts: [
            fact("x", `${ADDRESS}.is`),
            fact("y", `${ADDRESS}.proxyAdmin`),
          ],
        }),
      },
      forked({ facts: [fact("x", `${ADDRESS}.is`)] }),
      "failed",
      `${ADDRESS}.proxyAdmin changed`,
    ],
    [
      "a value that the analysis of code only finds afterwards",
      { before: forked({ facts: [fact("x", `${ADDRESS}.owners`)] }) },
      forked({
        facts: [
          fact("x", `${ADDRESS}.owners`),
          fact("y", `${ADDRESS}.treasury()`),
        ],
      }),
      "unknown",
      `${ADDRESS}.treasury() unknown`,
    ],
    [
      "a value that the analysis of code only finds before",
      {
        before: forked({
          facts: [
            fact("x", `${ADDRESS}.owners`),
            fact("y", `${ADDRESS}.treasury()`),
          ],
        }),
      },
      forked({ facts: [fact("x", `${ADDRESS}.owners`)] }),
      "unknown",
      `${ADDRESS}.treasury() unknown`,
    ],
    [
      "an allowed value that the analysis of code only finds before",
      {
        allowed: [`${ADDRESS}.treasury()`],
        before: forked({
          facts: [
            fact("x", `${ADDRESS}.owners`),
            fact("y", `${ADDRESS}.treasury()`),
          ],
        }),
      },
      forked({ facts: [fact("x", `${ADDRESS}.owners`)] }),
      "ok",
      undefined,
    ],
    [
      "a value that the analysis finds behind a proxy that was upgraded",
      { before: forked({ facts: [fact("x", `${ADDRESS}.dependencies`)] }) },
      forked({
        facts: [
          fact("z", `${ADDRESS}.dependencies`),
          fact("y", `${ADDRESS}.treasury()`),
        ],
      }),
      "failed",
      `${ADDRESS}.dependencies changed`,
    ],
    [
      "a value that the analysis finds in code that replaced another",
      { before: forked({ facts: [fact("x", `${ADDRESS}.codeHash`)] }) },
      forked({
        facts: [
          fact("z", `${ADDRESS}.codeHash`),
          fact("y", `${ADDRESS}.treasury()`),
        ],
      }),
      "failed",
      `${ADDRESS}.codeHash changed`,
    ],
    [
      "a contract that is absent before and afterwards",
      { before: forked({ contracts: GONE }) },
      forked({ contracts: GONE }),
      "ok",
      undefined,
    ],
    [
      "a contract that can be read neither before nor afterwards",
      { before: forked({ contracts: UNREAD }) },
      forked({ contracts: UNREAD }),
      "unknown",
      "registry.Late unknown",
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
    JudgedNetwork,
    string,
    string | undefined,
  ])[]) {
    it(`given ${what}, then it is ${outcome}${why === undefined ? "" : `: ${why}`}`, () => {
      const found = simulated(after, options);

      expect([found.outcome, found.why]).to.deep.equal([outcome, why]);
    });
  }

  it("given a transaction after one that fails, then its row is skipped", () => {
    const sent: readonly SimulatedTransaction[] = [
      { ...SENT, verdict: "fails", reason: "NOT OWNER" },
      { ...SENT, verdict: "not sent", reason: "one before it" },
    ];
    const rows = simulated(BEFORE, { sent }).rows;

    expect(
      rows
        .filter(({ group }) => group === "simulation")
        .map(({ status, verdict }) => [status, verdict]),
    ).to.deep.equal([
      ["failed", "fails"],
      ["skipped", "not sent"],
    ]);
  });

  it("given an allowed change, then it is allowed by its row, which says what changed", () => {
    const { rows } = simulated(withOwner("two"), { allowed: ["router.owner"] });

    const row = rows.find(({ name }) => name === "router.owner");
    expect(row).to.include({ status: "ok", verdict: "allowed" });
    expect(
      row?.findings.map(({ code, reason }) => [code, reason]),
    ).to.deep.equal([["changed", "router.owner: one → two"]]);
  });

  describe("given what people expect of the owner", () => {
    const expecting = (owner: Json, expected: string) =>
      forked({ facts: [fact(owner)], expect: { "router.owner": expected } });

    for (const [what, from, to, expected, doubt, outcome, code] of [
      ["a change to it", "one", "two", "two", undefined, "ok", "changed"],
      ["a change from it", "two", "one", "two", "a fork", "failed", "changed"],
      [
        "no change from another one",
        "one",
        "one",
        "two",
        undefined,
        "failed",
        "expectation-broken",
      ],
      [
        "none on a chain in doubt",
        "one",
        "one",
        "two",
        "a fork",
        "unknown",
        "in-doubt",
      ],
      ["any, and a change", "one", "two", "any", undefined, "ok", "changed"],
    ] as const) {
      it(`given ${what}, which is allowed, then the outcome is ${outcome}`, () => {
        const { outcome: found, rows } = simulated(expecting(to, expected), {
          before: expecting(from, expected),
          allowed: ["router.owner"],
          doubt,
        });

        expect(found).to.equal(outcome);
        const row = rows.find(({ name }) => name === "router.owner");
        expect(row?.findings.map((one) => one.code)).to.include(code);
      });
    }

    it("given any, then a change that is not allowed fails all the same", () => {
      const { outcome } = simulated(expecting("two", "any"), {
        before: expecting("one", "any"),
      });

      expect(outcome).to.equal("failed");
    });
  });

  it("given a name to allow that no row has, then a note suggests the one that is meant", () => {
    const { notes } = simulated(BEFORE, {
      allowed: ["router.ownr", "router.owner", "x"],
    });

    expect(notes).to.deep.equal([
      '--allow names "router.ownr", which was not verified. Did you mean router.owner?',
      '--allow names "x", which was not verified.',
    ]);
  });

  it("given code that no release has any more, then it is unknown, and failed with --strict", () => {
    const reason = { code: "unreleased", facts: { contracts: "x" } } as const;
    const identity = { verdict: "unrecognised", reason } as const;
    const contracts = [contract({ identity })];
    const after = forked({ contracts, facts: [fact("one")] });

    expect(
      [false, true].map((strict) => simulated(after, { strict }).outcome),
    ).to.deep.equal(["unknown", "failed"]);
  });

  const some = (...items: readonly string[]) => ({
    $some: items,
    $missing: "no-events",
  });
  const hidden = { $hidden: "storage-hidden" };
  for (const [what, before, after, code] of [
    ["an incomplete list that is the same", some("1"), some("1"), undefined],
    ["an incomplete list that is complete", some("1"), ["1"], undefined],
    [
      "an incomplete list that is complete and has more",
      some("1"),
      ["1", "2"],
      "may-have-changed",
    ],
    [
      "an incomplete list that has less",
      some("1", "2"),
      some("1"),
      "may-have-changed",
    ],
    [
      "an incomplete list that is complete and has less",
      some("1", "2"),
      ["1"],
      "changed",
    ],
    ["a hidden value", hidden, hidden, undefined],
    ["a value that is hidden", "1", hidden, "may-have-changed"],
  ] as const) {
    it(`given ${what} afterwards, then it is ${code ?? "not named"}`, () => {
      const { outcome, rows, json } = simulated(withOwner(after), {
        before: withOwner(before),
      });
      const row = rows.find(({ name }) => name === "router.owner");
      const { change, finding } = json?.facts?.[0] ?? {};

      expect(row?.findings.map((one) => one.code)).to.deep.equal(
        code === undefined ? undefined : [code],
      );
      expect(change?.text ?? finding?.reason).to.equal(
        row?.findings[0]?.reason,
      );
      expect(outcome).to.equal(
        { changed: "failed", "may-have-changed": "unknown", "": "ok" }[
          code ?? ""
        ],
      );
    });
  }

  for (const [what, rules, verdict, metric] of [
    ["no lock file", {}, undefined, undefined],
    [
      "a lock file that has the value",
      { locked: baselineOf(withOwner("two")) },
      "holds",
      "0",
    ],
    [
      "a lock file that has the value before",
      { locked: baselineOf(BEFORE) },
      "holds",
      "0",
    ],
    [
      "a lock file of another network",
      { locked: { ...baselineOf(BEFORE), chainId: 2 } },
      "changed",
      "1",
    ],
  ] as const) {
    it(`given a change that is allowed, and ${what}, then the lock's verdict is ${verdict}`, () => {
      const found = simulated(withOwner("two"), {
        allowed: ["router.owner"],
        ...rules,
      });

      expect(found.outcome).to.equal("ok");
      expect(found.json?.lock?.verdict).to.equal(verdict);
      expect(found.metric).to.equal(metric);
    });
  }

  const unread = (id: string, text: string): Gap => ({
    id,
    label: `roles of ${id}`,
    reason: because("no-events", told(text)),
  });
  const withGaps = (...notLookedAt: readonly Gap[]) =>
    forked({ facts: [fact("one")], notLookedAt });
  const EURO = "token.euro.roles";
  for (const [what, strict, gaps, allowed, why] of [
    [
      "with another block in its reason",
      false,
      [unread(EURO, "up to 6")],
      [],
      undefined,
    ],
    [
      "with another block in its reason",
      true,
      [unread(EURO, "up to 6")],
      [],
      undefined,
    ],
    [
      "beside one of another value",
      false,
      [unread(EURO, "up to 6"), unread("token.alpha.roles", "up to 6")],
      [],
      "not looked at: token.alpha.roles changed",
    ],
    [
      "beside one of another value that is allowed",
      false,
      [unread(EURO, "up to 6"), unread("token.alpha.roles", "up to 6")],
      ["not looked at: token.alpha.roles"],
      undefined,
    ],
    ["not any more", false, [], [], `not looked at: ${EURO} changed`],
    [
      "for another reason",
      false,
      [{ ...unread(EURO, ""), reason: { code: "no-access-list" } }],
      [],
      `not looked at: ${EURO} changed`,
    ],
  ] as const satisfies readonly (readonly [
    string,
    boolean,
    readonly Gap[],
    readonly string[],
    string | undefined,
  ])[]) {
    it(`given a value that is not looked at before, and afterwards ${what}, ${strict ? "when it is strict, " : ""}then ${why === undefined ? "nothing is different" : `it is failed: ${why}`}`, () => {
      const before = withGaps(unread(EURO, "up to 5"));

      const found = simulated(withGaps(...gaps), { before, strict, allowed });

      expect(found.why).to.equal(why);
      expect(found.outcome).to.equal(why === undefined ? "ok" : "failed");
    });
  }

  for (const [what, after, outcome] of [
    ["nothing", "one", "ok"],
    ["what the lock file pins", "two", "failed"],
  ] as const) {
    it(`given the storage root of an owner in the lock file, and transactions that change ${what}, then it is ${outcome}`, () => {
      const at = (name: string) => `${ADDRESS}.${name}`;
      const withKeeper = (keeper: Json, ...others: FactVerification[]) =>
        forked({
          facts: [
            fact("contract", at("is")),
            fact(keeper, at("keeper()")),
            ...others,
          ],
        });
      const root = fact({ root: "0xbb" }, at("storage"));
      const live = withKeeper("one", { ...root, isInUse: true });

      const found = simulated(withKeeper(after), {
        before: withKeeper("one"),
        locked: baselineOf(live),
        isLockRequired: true,
      });

      expect(found.outcome, found.why).to.equal(outcome);
    });
  }

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
      expect(found.json?.lock?.verdict).to.equal(
        outcome === "unknown" ? "unknown" : "changed",
      );
      expect(found.last).to.include({
        name: "lock file",
        status: outcome === "ok" ? "skipped" : outcome,
      });
    });
  }
});
