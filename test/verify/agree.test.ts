import { expect } from "chai";
import { agreedFindings, type Findings } from "../../src/verify/agree.ts";
import { judgeExpectation } from "../../src/verify/expect/judge-expectation.ts";
import {
  type ContractVerification,
  type FactVerification,
  readingOfFact,
} from "../../src/verify/found.ts";
import { judgeNetwork } from "../../src/verify/judge-network.ts";
import { because, type Reason, told } from "../../src/verify/values/reason.ts";
import { sentence } from "../../src/verify/words/sentences.ts";
import {
  contract,
  HASH,
  network,
  OTHER_ADDRESS,
} from "../tasks/verify/verify-reports.ts";

const found = (given: Partial<Findings>): Findings => ({
  contracts: [],
  facts: [],
  notes: [],
  ...given,
});
const RULES = { strict: false, isForAll: false };

const fact = (given: Partial<FactVerification>): FactVerification => ({
  id: "router.owner",
  class: "policy",
  verdict: "listed",
  ...given,
});

/** What is left of a fact after a later pass, or one that failed. */
function agreedFact(
  first: FactVerification,
  later: FactVerification | Reason | undefined,
  isForAll = true,
) {
  const pass =
    later !== undefined && "code" in later
      ? { ok: false as const, reason: sentence(later) }
      : {
          ok: true as const,
          value: found({ facts: later === undefined ? [] : [later] }),
        };
  return agreedFindings(found({ facts: [first] }), [pass], {
    ...RULES,
    isForAll,
  }).facts[0];
}

const agreedContract = (
  first: ContractVerification,
  later: ContractVerification,
  isForAll = true,
) =>
  agreedFindings(
    found({ contracts: [first] }),
    [{ ok: true, value: found({ contracts: [later] }) }],
    { ...RULES, isForAll },
  ).contracts[0];

const HIDDEN = { $hidden: "storage-hidden" };
const DISPUTED = { verdict: "unknown", reason: { code: "disagreement" } };

describe("what later reads of the same block confirm", () => {
  for (const isInUse of [true, undefined]) {
    it(`given a value that changes in use, and ${isInUse ? "the same" : "one that does not"} later, then it ${isInUse ? "does" : "does not"}`, () => {
      const used = {
        value: "1",
        label: "keeper (changes in use)",
        isInUse: true,
      };
      const later = isInUse ? used : { value: "1", label: "keeper" };

      expect(agreedFact(fact(used), fact(later))).to.deep.equal(
        fact({ ...later, isInUse }),
      );
    });
  }

  for (const [expectation, later, verdict] of [
    ["2", "1", "listed"],
    ["2", undefined, "unknown"],
    ["1", undefined, "listed"],
    ["any", undefined, "listed"],
    ["1", "2", "unknown"],
  ] as const) {
    it(`given a value of 1 where ${expectation} is expected, and ${later ?? "nothing"} later, then it is ${verdict}`, () => {
      const second =
        later === undefined
          ? { verdict: "unknown" as const, reason: told("HTTP 500") }
          : { value: later };
      const { facts } = agreedFindings(
        found({ facts: [fact({ value: "1" })] }),
        [{ ok: true, value: found({ facts: [fact(second)] }) }],
        {
          ...RULES,
          isUnexpected: (one) =>
            judgeExpectation(
              { "router.owner": expectation },
              one,
              readingOfFact(one),
            ) === "broken",
        },
      );

      expect(facts[0]?.verdict).to.equal(verdict);
    });
  }

  for (const [isForAll, facts] of [
    [true, [{ id: "router.owner", class: "policy", ...DISPUTED }]],
    [false, []],
  ] as const) {
    it(`given a value that only the second of two later reads has, where ${isForAll ? "all" : "not all"} has to be confirmed, then ${isForAll ? "it is unknown" : "nothing says so"}`, () => {
      const passes = [[], [fact({ value: "1" })]].map((facts) => ({
        ok: true as const,
        value: found({ facts }),
      }));
      const agreed = agreedFindings(found({}), passes, { ...RULES, isForAll });

      expect(agreed.facts).to.deep.equal(facts);
    });
  }

  const gap = (code: "no-events" | "depth", id = "router.roles") => ({
    id,
    reason: because(code, told("HTTP 429")),
  });
  for (const [what, later, outcome] of [
    ["the same gap", [gap("no-events")], "failed"],
    ["none", [], "unknown"],
    ["one for another reason", [gap("depth")], "unknown"],
    ["one of another value", [gap("no-events", "factory.roles")], "unknown"],
    ["nothing", undefined, "unknown"],
  ] as const) {
    it(`given what was not looked at, and ${what} in one of two later reads, then it is ${outcome} when it is strict`, () => {
      const first = found({ notLookedAt: [gap("no-events")] });
      const { notLookedAt } = agreedFindings(
        first,
        [
          { ok: true, value: first },
          later === undefined
            ? { ok: false, reason: "HTTP 503" }
            : { ok: true, value: found({ notLookedAt: later }) },
        ],
        RULES,
      );

      expect(judgeNetwork(network({ notLookedAt }), true).outcome).to.equal(
        outcome,
      );
      expect(judgeNetwork(network({ notLookedAt })).outcome).to.equal("ok");
    });
  }

  for (const [why, outcome] of [
    ["analysis-too-slow", "unknown"],
    ["too-many-functions", "failed"],
  ] as const) {
    it(`given ${why} in each read, then it is ${outcome} when it is strict`, () => {
      const reason = { code: "not-analysed", facts: { why } } as const;
      const notLookedAt = [{ id: "0xAbc.functions", reason }];

      expect(judgeNetwork(network({ notLookedAt }), true).outcome).to.equal(
        outcome,
      );
    });
  }

  for (const [what, first, later, isConfirmed] of [
    ["the same value", "1", "1", true],
    ["a value of another kind that looks the same", "1", { $text: "1" }, false],
    ["a value that is hidden now", "1", HIDDEN, false],
    ["a value that was hidden", HIDDEN, "1", false],
    ["a hidden value", HIDDEN, HIDDEN, true],
    [
      "one that is hidden for another reason",
      HIDDEN,
      { $hidden: "code-not-found" },
      false,
    ],
    ["one that is not offered", null, null, true],
    ["one that is offered by the later pass alone", null, "0", false],
    ["the same set in another order", ["1", "2"], ["2", "1"], true],
    [
      "the same places in another order",
      { $sequence: ["1", "2"] },
      { $sequence: ["2", "1"] },
      false,
    ],
  ] as const) {
    it(`given ${what}, then the first one ${isConfirmed ? "stands" : "is unknown, and its value is gone"}`, () => {
      const agreed = agreedFact(fact({ value: first }), fact({ value: later }));

      expect(agreed).to.deep.equal(
        isConfirmed
          ? fact({ value: first })
          : { id: "router.owner", class: "policy", ...DISPUTED },
      );
    });
  }

  for (const [what, later, by] of [
    ["failed", told("HTTP 503"), told("HTTP 503")],
    ["does not have it", undefined, { code: "not-read" }],
    [
      "could not read it",
      fact({ verdict: "unknown", reason: told("busy") }),
      told("busy"),
    ],
  ] as const) {
    it(`given a pass that ${what}, then a broken fact is unknown for that reason, and a listed one stands unless all must be confirmed`, () => {
      const reason: Reason = { code: "unexpected", facts: { expected: "1" } };
      const broken = fact({ verdict: "broken", value: "2", reason });
      const { value: _, ...head } = broken;
      const listed = fact({ value: "2" });

      expect(agreedFact(broken, later, false)).to.deep.equal({
        ...head,
        verdict: "unknown",
        reason: { code: "not-confirmed", cause: reason, by },
      });
      expect(agreedFact(listed, later, false)).to.deep.equal(listed);
      expect(agreedFact(listed, later, true)?.reason).to.deep.equal({
        code: "not-confirmed",
        cause: { code: "read" },
        by,
      });
    });
  }

  it("given that a broken fact is not confirmed, then its sentence says what was read, and why it is not certain", () => {
    const reason = told("it is another one");
    const { reason: why = told("") } =
      agreedFact(
        fact({ verdict: "broken", value: "2", reason }),
        told("busy"),
      ) ?? {};

    expect(sentence(why)).to.contain("it is another one").and.contain("busy");
  });

  it("given a fact that was not read at first, then a later value does not replace its reason", () => {
    const unread = fact({ verdict: "unknown", reason: told("busy") });

    expect(agreedFact(unread, fact({ value: "1" }))).to.deep.equal(unread);
  });

  const proxy = {
    kind: "eip1967",
    implementation: OTHER_ADDRESS,
    implementationCodeHash: HASH,
    verdict: "present",
  } as const;
  const reason = told("HTTP 500");
  for (const [what, later, verdict] of [
    ["the same proxy", { proxy }, "present"],
    ["no proxy", {}, "unknown"],
    [
      "one that cannot be told",
      { proxyUnread: { kind: "unread", reason } },
      "unknown",
    ],
    [
      "one to nothing",
      { proxy: { ...proxy, verdict: "absent", reason } },
      "unknown",
    ],
    [
      "one to other code",
      { proxy: { ...proxy, implementationCodeHash: `0x${"9".repeat(64)}` } },
      "unknown",
    ],
  ] as const) {
    it(`given a proxy, and ${what} by a later pass, then it is ${verdict}`, () => {
      const agreed = agreedContract(contract({ proxy }), contract(later));

      expect(agreed?.verdict).to.equal(verdict);
      if (verdict === "unknown") {
        expect(agreed).to.include.keys("reason", "address", "key");
        expect(agreed).not.to.have.any.keys("proxy", "codeHash", "codeSize");
      }
    });
  }

  const { implementationCodeHash: _hash, ...hashless } = proxy;
  for (const [what, first, later, code] of [
    ["has a hash that the first one has not", hashless, proxy, undefined],
    ["has no hash either", hashless, hashless, undefined],
    ["has no hash, as the first one has", proxy, hashless, "not-confirmed"],
    ["has no proxy", hashless, undefined, "disagreement"],
    [
      "has a proxy, as the first one has not",
      undefined,
      hashless,
      "disagreement",
    ],
  ] as const) {
    it(`given a later pass that ${what}, then it ${code === undefined ? "confirms what was read" : `does not: ${code}`}`, () => {
      const agreed = agreedContract(
        contract({ proxy: first }),
        contract({ proxy: later }),
      );

      expect(agreed?.reason?.code).to.equal(code);
    });
  }

  it("given a contract that a later pass cannot read, then nothing is left of its identity", () => {
    const first = contract({ identity: { verdict: "unrecognised" } });

    const agreed = agreedContract(
      first,
      contract({ verdict: "unknown", reason: told("HTTP 500") }),
    );

    expect(agreed).to.include({ verdict: "unknown" });
    expect(agreed).not.to.have.property("identity");
    expect(agreed).not.to.have.property("codeSize");
  });
});
