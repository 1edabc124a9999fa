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
/** How many requests are sent of so many, each by some attempts and with one reply. */
function taken(
  limit: MaxRequests,
  reply: Reply = ANSWER,
  { count = 5_000, attempts = 1, isUsable = true } = {},
): number {
  for (let n = 0; n < count; n += 1) {
    for (let nth = 1; nth <= attempts; nth += 1) {
      if (limit.take(nth > 1) !== undefined) {
        return n;
      }
    }
    limit.note(reply, isUsable);
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
    it(`given ${addresses ?? "an unknown number of"} addresses and ${parties} parties, then ${most} of 5000 requests without an answer are sent`, () => {
      const evidence = new Evidence();
      for (let party = 0; party < parties; party += 1) {
        evidence.parties.add(party);
      }
      const limit = new MaxRequests(evidence, addresses);

      expect(taken(limit, ERROR)).to.equal(most);
    });
  }

  it("given more parties, or a block that was replaced, once it is reached, then it is raised", () => {
    const evidence = new Evidence();
    const limit = new MaxRequests(evidence, 11);

    expect(taken(limit, ERROR)).to.equal(300);
    evidence.replaced.add("0xab");
    expect(taken(limit, ERROR)).to.equal(300);
    for (let party = 0; party < 11; party += 1) {
      evidence.parties.add(party);
    }
    expect(taken(limit, ERROR)).to.equal(1_400);
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

  it("given results that cannot be used, then they are no answers", () => {
    const limit = new MaxRequests(new Evidence(), 11);
    const useless = { attempts: 3, isUsable: false };

    expect(taken(limit, ANSWER, useless)).to.equal(100);
  });

  it("given answers, also after failures, then there is no limit", () => {
    for (const attempts of [1, 2, 3]) {
      const limit = new MaxRequests(new Evidence(), 11);
      expect(taken(limit, ANSWER, { attempts })).to.equal(5_000);
    }
  });

  it("given answers at first, then the limit holds once a third of the requests have none, or more are made again than answered twice", () => {
    const limit = new MaxRequests(new Evidence(), 11);
    const other = new MaxRequests(new Evidence(), 11);

    taken(limit, ANSWER, { count: 250 });
    expect(taken(limit, ERROR)).to.equal(126);
    taken(other, ANSWER, { count: 100 });
    expect(taken(other, ERROR, { attempts: 1_000 })).to.equal(0);
    expect(other.take(true)?.kind).to.equal("not-sent");
  });

  it("given refusals that others do not share, then they are no failures", () => {
    const evidence = new Evidence();
    const limit = new MaxRequests(evidence, 11);
    for (let n = 0; n < 500; n += 1) {
      expect(taken(limit, ERROR, { count: 1 })).to.equal(1);
      expect(taken(limit, ANSWER, { count: 1 })).to.equal(1);
      evidence.refusals.overcome += 1;
    }
  });
});
