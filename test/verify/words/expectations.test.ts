import { expect } from "chai";
import type { Expectations } from "../../../src/config/expectations.ts";
import type {
  FactVerification,
  JudgedNetwork,
} from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  ADDRESS,
  network,
  OTHER_ADDRESS,
  unreachable,
} from "../../tasks/verify/verify-reports.ts";

const owner = (value: Json, given: Partial<FactVerification> = {}) =>
  ({
    id: "router.owner",
    class: "policy",
    label: "Router owner",
    severity: "control",
    value,
    verdict: "listed",
    ...given,
  }) as const satisfies FactVerification;

/** The outcome, the fact's verdict and the problems of a network in a valid report. */
function judged(
  facts: readonly FactVerification[],
  expected: Expectations,
  given: Partial<JudgedNetwork> = {},
) {
  const found = network({ ...given, facts, expect: expected });
  const report = reportOf(judgedReport({ level: "wiring" }, [found]));
  const [shown] = expectValidReport("verify", report).networks;
  return {
    outcome: shown?.outcome,
    verdict: shown?.facts?.[0]?.verdict,
    expectation: shown?.facts?.[0]?.expectation?.verdict,
    problems: shown?.problems ?? [],
  };
}

describe("the report, given what people expect of a value", () => {
  const EXPECTED = { "router.owner": OTHER_ADDRESS };

  it("given another value at a block that proves nothing, then it is unknown, not broken", () => {
    const { outcome, verdict, problems } = judged([owner(ADDRESS)], EXPECTED, {
      doubt: "the block is old",
    });

    expect([outcome, verdict]).to.deep.equal(["unknown", "unknown"]);
    expect(problems[0]?.reason).to.match(
      /^alpha\.networks\.devnet\.expect\["router\.owner"\] says .*, which proves nothing: the block is old$/,
    );
  });

  for (const [what, value, words] of [
    ["a hidden value", { $hidden: "storage-hidden" }, "not readable"],
    [
      "a part of a list",
      { $some: [OTHER_ADDRESS], $missing: "no-events" },
      "(incomplete)",
    ],
  ] as const) {
    it(`given ${what}, then it is unknown, and not compared`, () => {
      const { outcome, verdict, expectation, problems } = judged(
        [owner(value)],
        { "router.owner": [OTHER_ADDRESS] },
      );

      expect([outcome, verdict, expectation]).to.deep.equal([
        "unknown",
        "unknown",
        "unread",
      ]);
      expect(problems.map(({ id }) => id)).to.deep.equal([
        "expectation-unread router.owner unknown",
      ]);
      expect(problems[0]?.reason).to.contain(words);
    });
  }

  it("given a value that has changed since the lock, and could not be compared, then it is changed", () => {
    const fact = owner(ADDRESS, { verdict: "changed", expected: ADDRESS });
    const found = network({
      facts: [fact],
      expect: { "router.owner": "0.1 %" },
      lock: {
        verdict: "changed",
        changes: [
          {
            fact: "router.owner",
            field: "policy",
            severity: "control",
            before: { kind: "not offered" },
          },
        ],
        unread: [],
      },
    });

    expect(found.outcome).to.equal("failed");
    const row = found.rows.find(({ name }) => name === "router.owner");
    expect(row).to.include({ status: "failed", verdict: "changed" });
    expect(row?.findings.map(({ code }) => code)).to.deep.equal([
      "expectation-malformed",
      "changed",
    ]);
  });

  it("given a network that did not answer, then what is expected is unknown for the same reason", () => {
    const { cause, contracts } = unreachable("HTTP 500");
    const { outcome, problems } = judged(
      [],
      { ...EXPECTED, [`${ADDRESS}.threshold`]: { min: 2 } },
      { cause, contracts, block: undefined },
    );

    expect(outcome).to.equal("unknown");
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]?.affects).to.include.members([
      "network",
      "router.owner",
      `${ADDRESS}.threshold`,
    ]);
  });
});
