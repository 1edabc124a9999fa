import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import { Evidence } from "../../../src/verify/asking/requests/evidence.ts";
import { MaxRequests } from "../../../src/verify/asking/requests/max-requests.ts";

const ANSWER: Reply = { ok: true, result: "0x" };
const ERROR: Reply = {
  ok: false,
  kind: "rpc-error",
  code: -32000,
  reason: 'JSON-RPC error -32000: "busy"',
};
const NO_BLOCK: Reply = { ...ERROR, reason: "header for hash not found" };

/** How many requests are sent of so many, each by some attempts and with one reply. */
function taken(
  limit: MaxRequests,
  reply: Reply = ANSWER,
  { count = 5_000, attempts = 1 } = {},
): number {
  for (let n = 0; n < count; n += 1) {
    for (let nth = 1; nth <= attempts; nth += 1) {
      if (limit.take(nth > 1) !== undefined) {
        return n;
      }
    }
    limit.note(reply);
  }
  return count;
}

describe("the limit of requests of one verification", () => {
  for (const [addresses, parties, most] of [
    [11, 0, 300],
    [250, 10, 300],
    [11, 11, 1_000],
    [undefined, 0, 1_000],
    [251, 0, 5_000],
  ] as const) {
    it(`given ${addresses ?? "an unknown number of"} addresses and ${parties} parties, then ${most} of 5000 requests are sent`, () => {
      const evidence = new Evidence();
      for (let party = 0; party < parties; party += 1) {
        evidence.parties.add(party);
      }

      expect(taken(new MaxRequests(evidence, addresses))).to.equal(most);
    });
  }

  it("given more parties, or a block that was replaced, once it is reached, then it is raised", () => {
    const evidence = new Evidence();
    const limit = new MaxRequests(evidence, 11);

    expect(taken(limit)).to.equal(300);
    evidence.replaced.add("0xab");
    expect(taken(limit)).to.equal(300);
    for (let party = 0; party < 11; party += 1) {
      evidence.parties.add(party);
    }
    expect(taken(limit)).to.equal(1_400);
  });

  it("given failures, then each attempt counts, and the reason has the last one before the limit", () => {
    const limit = new MaxRequests(new Evidence(), 11);

    expect(taken(limit, ERROR, { attempts: 3 })).to.equal(100);
    expect(limit.take(false)).to.deep.equal({
      ok: false,
      kind: "not-sent",
      reason:
        'the limit of 300 requests to the endpoint is reached; the last failure: JSON-RPC error -32000: "busy"',
    });
  });

  it("given answers after failures that pass, or elsewhere, then each counts once", () => {
    const evidence = new Evidence();
    const limit = new MaxRequests(evidence, 11);

    expect(taken(limit, ANSWER, { attempts: 3, count: 250 })).to.equal(250);
    evidence.refusals.overcome += 20;
    expect(taken(limit)).to.equal(70);
  });

  it("given failures that do not pass, then they count also after answers", () => {
    const limit = new MaxRequests(new Evidence(), 11);

    expect(taken(limit, ANSWER, { count: 20 })).to.equal(20);
    // 280 attempts, and two for each answer.
    expect(taken(limit, ERROR, { attempts: 8 })).to.equal(40);
  });

  for (const [title, show] of Object.entries<(evidence: Evidence) => void>({
    "runs no program": (evidence) => evidence.noteProbe(false),
    "takes no hash of a block": (evidence) =>
      evidence.takesBlockHash.set("eth_call", false),
  })) {
    it(`given an endpoint that ${title}, then only what it does not answer counts`, () => {
      const evidence = new Evidence();
      show(evidence);
      const limit = new MaxRequests(evidence, 11);

      expect(taken(limit)).to.equal(5_000);
      expect(taken(limit, NO_BLOCK)).to.equal(5_000);
      expect(taken(limit, ERROR)).to.equal(300);
      expect(taken(limit)).to.equal(0);
    });
  }

  it("given an endpoint that does not run the probe once, but a program, then answers count", () => {
    const evidence = new Evidence();
    evidence.noteProbe(false);
    evidence.hasProgram = true;

    expect(taken(new MaxRequests(evidence, 11))).to.equal(300);
  });
});
