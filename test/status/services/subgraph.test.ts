import { expect } from "chai";

import type { NodeState } from "../../../src/status/report.ts";
import {
  decodeSubgraph,
  judgeSubgraph,
} from "../../../src/status/services/subgraph.ts";

const HASH = `0x${"ab".repeat(32)}` as const;

const node = (state: NodeState, head = 1000) => ({
  state,
  head: { number: String(head), hash: HASH, timestamp: 1, ageSeconds: 1 },
});
const at = (block: bigint) => ({ block, hasIndexingErrors: false });

describe("a subgraph's answer", () => {
  it("given a block and no indexing errors, then that is what it says", () => {
    expect(
      decodeSubgraph({
        data: { _meta: { block: { number: 7 }, hasIndexingErrors: false } },
      }),
    ).to.deep.equal({
      ok: true,
      value: { block: 7n, hasIndexingErrors: false },
    });
  });

  for (const [title, answer, block] of [
    [
      "indexing errors beside a block",
      { data: { _meta: { block: { number: 7 }, hasIndexingErrors: true } } },
      7n,
    ],
    [
      "indexing errors, told by _meta and as a GraphQL error",
      {
        data: { _meta: { block: { number: 7 }, hasIndexingErrors: true } },
        errors: [{ message: "indexing_error" }],
      },
      7n,
    ],
    [
      "the GraphQL error of a failed subgraph alone",
      { data: null, errors: [{ message: "indexing_error" }] },
      undefined,
    ],
  ] as const) {
    it(`given ${title}, then it has indexing errors`, () => {
      expect(decodeSubgraph(answer)).to.deep.equal({
        ok: true,
        value: { block, hasIndexingErrors: true },
      });
    });
  }

  const meta = (_meta: unknown) => ({ data: { _meta } });
  const RIGHT = { block: { number: 7 }, hasIndexingErrors: false };
  for (const answer of [
    ...[null, [], "text", {}, { data: null }, { data: {} }],
    ...[null, { hasIndexingErrors: false }, { block: { number: 7 } }].map(meta),
    ...[null, 7, ...["7", -7, 1.5, 1e300].map((number) => ({ number }))].map(
      (block) => meta({ ...RIGHT, block }),
    ),
    ...["false", 0].map((hasIndexingErrors) =>
      meta({ ...RIGHT, hasIndexingErrors }),
    ),
    { ...meta(RIGHT), errors: "no" },
    { ...meta(RIGHT), errors: [{ message: "bad" }] },
    { errors: [null] },
    { errors: [{ message: "deployment `Qm` does not exist" }] },
  ]) {
    it(`given ${JSON.stringify(answer)}, then it says nothing, with a reason`, () => {
      const decoded = decodeSubgraph(answer);

      expect(decoded.ok).to.equal(false);
      if (!decoded.ok) {
        expect(decoded.reason.length).to.be.above(20);
      }
    });
  }
});

describe("a subgraph's lag", () => {
  for (const [block, lag] of [
    [1000n, 0n],
    [970n, 30n],
    [1010n, 0n],
  ] as const) {
    it(`given a head of 1000, at ${block} it is ok and ${lag} behind`, () => {
      expect(judgeSubgraph(at(block), node("ok"))).to.deep.equal({
        state: "ok",
        block: `${block}`,
        lagBlocks: `${lag}`,
      });
    });
  }

  it("given 31 blocks below the head of a node that is ok, then it is lagging", () => {
    expect(judgeSubgraph(at(969n), node("ok"))).to.include({
      state: "lagging",
      lagBlocks: "31",
    });
  });

  it("given more than a few blocks above the head, then it is unknown: one of them is behind or elsewhere", () => {
    const verdict = judgeSubgraph(at(1011n), node("ok"));

    expect(verdict).to.include({ state: "unknown" });
    expect(verdict).not.to.have.property("lagBlocks");
    expect(verdict.reason).to.contain("11 above the node's head");
  });

  for (const state of ["stale", "syncing"] as const) {
    it(`given a node that is ${state}, then a lag behind its head is proven, and no lag is not`, () => {
      expect(judgeSubgraph(at(1n), node(state)).state).to.equal("lagging");
      expect(judgeSubgraph(at(1000n), node(state)).state).to.equal("unknown");
      expect(judgeSubgraph(at(5000n), node(state)).state).to.equal("unknown");
    });
  }

  for (const state of ["wrong-chain", "unknown"] as const) {
    it(`given a node that is ${state}, then neither is proven`, () => {
      for (const block of [1n, 1000n, 5000n]) {
        expect(judgeSubgraph(at(block), node(state)).state).to.equal("unknown");
      }
    });
  }

  it("given indexing errors, then it is failing, whatever the node", () => {
    for (const state of ["ok", "unknown"] as const) {
      expect(
        judgeSubgraph({ block: 1000n, hasIndexingErrors: true }, node(state))
          .state,
      ).to.equal("failing");
    }
  });
});
