import { expect } from "chai";
import fc from "fast-check";

import type { ChainVerdict } from "../../src/connect/judge-chain.ts";
import {
  type FreshnessVerdict,
  judgeFreshness,
} from "../../src/connect/judge-freshness.ts";
import type { NodeView } from "../../src/connect/read-node-view.ts";
import { NODE_OUTCOMES, SERVICE_OUTCOMES } from "../../src/status/report.ts";
import { judgeStatus } from "../../src/status/status-of-node.ts";
import { block, known, NOW, unread, view } from "../connect/views.ts";

const RIGHT: ChainVerdict = { verdict: "right" };
const LIMITS = { maxBlockAge: 600, inProcess: false, startBlock: 57_428 };

const judge = (
  given: NodeView,
  chain: ChainVerdict = RIGHT,
  limits: Parameters<typeof judgeFreshness>[1] = LIMITS,
) => judgeStatus({ view: given, chain, limits }, judgeFreshness(given, limits));

describe("judgeStatus", () => {
  it("given the right chain, a fresh head above the start block and no sync, then it is ok without a reason", () => {
    expect(judge(view())).to.deep.equal({ state: "ok" });
  });

  it("given an endpoint without eth_syncing, then a recent head is enough, which is said; an old or idle one is not", () => {
    const syncing = { ...unread("Method not found"), isMissing: true } as const;
    const recent = judge(view({ syncing }));

    expect(recent.state).to.equal("ok");
    expect(recent)
      .to.have.property("note")
      .that.contains("does not offer eth_syncing");
    const old = view({ syncing, head: known(block({ timestamp: 0 })) });
    expect(judge(old).state).to.equal("stale");
    const idle = { ...LIMITS, maxBlockAge: false } as const;
    expect(judge(view({ syncing }), RIGHT, idle).state).to.equal("unknown");
    // One that is there and fails says nothing.
    const failing = view({ syncing: unread("HTTP 500") });
    expect(judge(failing).state).to.equal("unknown");
  });

  it("given two chain ids at the same time, then it is unknown, whichever the head came with", () => {
    for (const [chainId, singleChainId] of [
      [known(32456), known(1)],
      [known(1), known(32456)],
    ] as const) {
      const { state, ...rest } = judge(view({ chainId, singleChainId }));

      expect(state).to.equal("unknown");
      expect(rest)
        .to.have.property("reason")
        .that.contains("answers come from more than one chain");
    }
  });

  it("given a wrong chain, then nothing else matters", () => {
    expect(
      judge(view({ head: unread("x"), syncing: unread("y") }), {
        verdict: "wrong",
        found: { by: "chain-id", chainId: 1 },
        reason: "it serves chain id 1",
      }),
    ).to.deep.equal({ state: "wrong-chain", reason: "it serves chain id 1" });
  });

  it("given a chain that could not be told, then it is unknown, however well the rest looks or badly", () => {
    for (const given of [
      view(),
      view({ syncing: known({ syncing: true, detail: {} }) }),
      view({ head: known(block({ timestamp: 0 })) }),
    ]) {
      expect(judge(given, { verdict: "unknown", reason: "r" })).to.deep.equal({
        state: "unknown",
        reason: "r",
      });
      expect(judge(given, { verdict: "right", doubt: "d" })).to.deep.equal({
        state: "unknown",
        reason: "d",
      });
    }
  });

  for (const [title, syncing, words] of [
    ["heights", { currentBlock: 5n, highestBlock: 90n }, "at block 5 of 90"],
    ["no heights", {}, "does not report how far it is"],
    [
      "a current height above the highest",
      { currentBlock: 91n, highestBlock: 90n },
      "catching up or indexing",
    ],
  ] as const) {
    it(`given a sync with ${title}, then it is syncing, also with a fresh head, and says how far`, () => {
      const verdict = judge(
        view({ syncing: known({ syncing: true, detail: {}, ...syncing }) }),
      );

      expect(verdict.state).to.equal("syncing");
      expect(verdict)
        .to.have.property("reason")
        .that.contains(words)
        .and.not.contains("100 %");
    });
  }

  const OLD = known(block({ timestamp: NOW - 3600 }));
  const UNREAD = unread("eth_syncing: expected an object, got true");
  for (const [title, given, state] of [
    ["a constant false of eth_syncing and an old head", { head: OLD }, "stale"],
    ["a head that could not be read", { head: unread("null") }, "unknown"],
    [
      "a fresh head, and a sync state that could not be read",
      { syncing: UNREAD },
      "unknown",
    ],
    [
      "an old head, and a sync state that could not be read",
      { syncing: UNREAD, head: OLD },
      "stale",
    ],
  ] as const) {
    it(`given ${title}, then it is ${state}`, () => {
      expect(judge(view(given)).state).to.equal(state);
    });
  }

  it("given a fresh head one below the start block, then it is wrong-chain and says so; at the start block it is ok", () => {
    const at = (number: bigint) =>
      judge(view({ head: known(block({ number })) }));

    expect(at(57_428n).state).to.equal("ok");
    expect(at(57_427n).state).to.equal("wrong-chain");
    const below = at(57_427n);
    expect(below).to.have.property("reason").that.contains("startBlock 57428");
    expect(below).to.have.property("remedy").that.contains("set startBlock: 0");
  });

  it("given a head below the start block, then it depends on whether the chain is a sandbox", () => {
    const below = view({ head: known(block({ number: 2n })) });
    const at = (sandbox: Parameters<typeof judgeStatus>[2]) =>
      judgeStatus(
        { view: below, chain: RIGHT, limits: LIMITS },
        judgeFreshness(below, LIMITS),
        sandbox,
      );

    expect(at(known(true))).to.deep.equal({
      state: "ok",
      note: "it is a sandbox, not the live network",
      isSandbox: true,
    });
    expect(at(known(false)).state).to.equal("wrong-chain");
    const unknown = at(unread("no answer"));
    expect(unknown.state).to.equal("unknown");
    expect(unknown)
      .to.have.property("reason")
      .that.contains("whether it is a sandbox could not be read: no answer");
  });

  it("given a sandbox in this process, then a head below the start block is ok", () => {
    expect(
      judge(view({ head: known(block({ number: 2n })) }), RIGHT, {
        ...LIMITS,
        inProcess: true,
      }).state,
    ).to.equal("ok");
  });

  it("given anything at all, then ok takes every proof, and whatever is not ok has a reason", () => {
    const maybe = <T>(value: fc.Arbitrary<T>) =>
      fc.oneof(value.map(known), fc.constant(unread("r")));
    const chains = fc.constantFrom<ChainVerdict>(
      RIGHT,
      { verdict: "right", doubt: "d" },
      {
        verdict: "wrong",
        found: { by: "chain-id", chainId: 1 },
        reason: "r",
      },
      { verdict: "unknown", reason: "r" },
    );
    const freshness = fc.constantFrom<FreshnessVerdict>(
      { verdict: "fresh", ageSeconds: 1 },
      { verdict: "idle", ageSeconds: 1 },
      { verdict: "stale", ageSeconds: 1, reason: "r" },
      { verdict: "unknown", reason: "r" },
    );
    const heads = maybe(
      fc.bigInt({ min: 0n, max: 120_000n }).map((number) => block({ number })),
    );
    const syncs = maybe(
      fc.oneof(
        fc.constant({ syncing: false } as const),
        fc.record({
          syncing: fc.constant(true as const),
          detail: fc.constant({}),
          currentBlock: fc.option(fc.bigInt(), { nil: undefined }),
          highestBlock: fc.option(fc.bigInt(), { nil: undefined }),
        }),
      ),
    );
    fc.assert(
      fc.property(
        chains,
        freshness,
        heads,
        syncs,
        (chain, fresh, head, syncing) => {
          const given = view({ head, syncing });
          const verdict = judgeStatus(
            { view: given, chain, limits: LIMITS },
            fresh,
          );
          if (verdict.state !== "ok") {
            expect(verdict.reason).to.be.a("string").and.not.equal("");
            return;
          }
          expect(verdict).to.deep.equal({ state: "ok" });
          expect(chain).to.deep.equal(RIGHT);
          expect(["fresh", "idle"]).to.include(fresh.verdict);
          expect(syncing).to.deep.equal(known({ syncing: false }));
          expect(!head.ok || head.value.number >= 57_428n).to.equal(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("given a state of a node or a service, then what is proven wrong fails, and what is unknown is neither failed nor ok", () => {
    expect({ ...NODE_OUTCOMES, ...SERVICE_OUTCOMES }).to.deep.equal({
      ok: "ok",
      unknown: "unknown",
      skipped: "skipped",
      ...Object.fromEntries(
        ["syncing", "stale", "wrong-chain", "lagging", "failing", "wrong"].map(
          (state) => [state, "failed"],
        ),
      ),
    });
  });
});
