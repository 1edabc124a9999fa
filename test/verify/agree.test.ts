import { expect } from "chai";
import { agreedFindings } from "../../src/verify/agree.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../../src/verify/report.ts";

const OWNER = `0x${"11".repeat(20)}` as const;
const OTHER = `0x${"22".repeat(20)}`;

function fact(change: Partial<FactVerification>): FactVerification {
  return {
    id: "router.owner",
    class: "policy",
    label: "Router owner",
    verdict: "unknown",
    reason: "its code could not be read",
    ...change,
  };
}

const agreed = (first: FactVerification, later: readonly FactVerification[]) =>
  agreedFindings(
    { contracts: [], facts: [first], notes: [] },
    later.map((one) => ({
      ok: true,
      value: { contracts: [], facts: [one], notes: [] },
    })),
    { strict: false, isForAll: false },
  ).facts[0];

describe("a wrong contract", () => {
  const wrong = (reason: string): ContractVerification => ({
    kind: "token",
    key: "euro",
    address: OWNER,
    verdict: "present",
    identity: { verdict: "wrong", reason },
  });
  const agreedVerdict = (first: string, later: readonly string[]) =>
    agreedFindings(
      { contracts: [wrong(first)], facts: [], notes: [] },
      later.map((reason) => ({
        ok: true,
        value: { contracts: [wrong(reason)], facts: [], notes: [] },
      })),
      { strict: false, isForAll: false },
    ).contracts[0]?.identity?.verdict;
  const symbol = "symbol() fails";

  it("given later passes that find the same wrong, then it stands", () => {
    expect(agreedVerdict(symbol, [symbol, symbol])).to.equal("wrong");
  });

  it("given a later pass that finds something else wrong, then it is unknown: the answers disagree", () => {
    expect(agreedVerdict(symbol, [symbol, "decimals() fails"])).to.equal(
      "unknown",
    );
  });
});

describe("an unknown fact that names an address", () => {
  const listed = (address: string) =>
    fact({ verdict: "listed", actual: `${address} (account)` });

  it("given later passes that name another one, then it names none", () => {
    expect(
      agreed(fact({ actual: OTHER }), [listed(OWNER), listed(OTHER)]),
    ).not.to.have.property("actual");
  });

  it("given a later pass that names none, then it names none", () => {
    expect(
      agreed(fact({ actual: OTHER }), [listed(OTHER), fact({})]),
    ).not.to.have.property("actual");
  });

  it("given later passes that name it, too, then it stands", () => {
    expect(
      agreed(fact({ actual: OWNER }), [
        listed(OWNER),
        fact({ actual: OWNER.toUpperCase().replace("X", "x") }),
      ]),
    ).to.have.property("actual", OWNER);
  });
});
