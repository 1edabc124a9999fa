import { expect } from "chai";
import fc from "fast-check";

import { judgeFreshness } from "../../src/connect/judge-freshness.ts";
import { block, known, NOW, unread, view } from "./views.ts";

const LIMITS = { maxBlockAge: 600, inProcess: false, startBlock: 57_428 };
const aged = (seconds: number, changes = {}) =>
  view({ head: known(block({ timestamp: NOW - seconds })), ...changes });

describe("judgeFreshness", () => {
  it("given a head within the limit, then it is fresh, with its age", () => {
    expect(judgeFreshness(aged(600), LIMITS)).to.deep.equal({
      verdict: "fresh",
      ageSeconds: 600,
    });
  });

  it("given a head one second over the limit, then it is stale, with age and limit in the reason", () => {
    const verdict = judgeFreshness(aged(601), LIMITS);

    expect(verdict).to.include({ verdict: "stale", ageSeconds: 601 });
    expect(verdict).to.have.property("reason").that.contains("601 s old");
    expect(verdict).to.have.property("reason").that.contains("600 s allowed");
  });

  it("given a head that could not be read, then it is unknown, even in this process", () => {
    for (const inProcess of [false, true]) {
      const verdict = judgeFreshness(view({ head: unread("no answer") }), {
        ...LIMITS,
        inProcess,
      });
      expect(verdict.verdict).to.equal("unknown");
      expect(verdict).to.have.property("reason").that.contains("no answer");
    }
  });

  it("given a head more than a minute ahead of the local clock, then it is unknown and names the clocks; up to a minute it is fresh of age 0", () => {
    expect(judgeFreshness(aged(-60), LIMITS)).to.deep.equal({
      verdict: "fresh",
      ageSeconds: 0,
    });
    const ahead = judgeFreshness(aged(-61), LIMITS);
    expect(ahead.verdict).to.equal("unknown");
    expect(ahead).to.have.property("reason").that.contains("clock");
  });

  it("given a development node whose clock was moved ahead, then it is idle of age 0, in which a sandbox is recognised", () => {
    const clientVersion = known("HardhatNetwork/3.18.0/@nomicfoundation/edr/1");
    expect(
      judgeFreshness(aged(-86_400, { clientVersion }), LIMITS),
    ).to.deep.equal({ verdict: "idle", ageSeconds: 0 });
  });

  it("given block 0 as the latest of a network that has a start block, then it is stale however young it is", () => {
    const verdict = judgeFreshness(
      view({ head: known(block({ number: 0n })) }),
      LIMITS,
    );

    expect(verdict.verdict).to.equal("stale");
    expect(verdict).to.have.property("reason").that.contains("block 0");
  });

  it("given a chain that may idle, then an old head is idle, but block 0 is stale all the same", () => {
    const idle = { ...LIMITS, maxBlockAge: false } as const;

    expect(judgeFreshness(aged(1e6), idle).verdict).to.equal("idle");
    expect(
      judgeFreshness(view({ head: known(block({ number: 0n })) }), idle)
        .verdict,
    ).to.equal("stale");
  });

  for (const client of [
    "anvil/v1.7.1",
    "HardhatNetwork/3.18.0/@nomicfoundation/edr/0.3.8",
    "Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js",
    "EthereumJS TestRPC/v2.13.2/ethereum-js",
  ]) {
    it(`given ${client}, then an old head is idle: it makes blocks when asked to`, () => {
      expect(
        judgeFreshness(aged(1e6, { clientVersion: known(client) }), LIMITS)
          .verdict,
      ).to.equal("idle");
    });
  }

  for (const clientVersion of [
    known("Geth/v1.16.7-anvil/v1"),
    known("besu/anvil/"),
    unread("not supported"),
  ]) {
    it(`given ${clientVersion.ok ? clientVersion.value : "no client version"}, then an old head is stale`, () => {
      expect(
        judgeFreshness(aged(1e6, { clientVersion }), LIMITS).verdict,
      ).to.equal("stale");
    });
  }

  it("given timestamps in another unit, then the unit is noted", () => {
    const verdict = judgeFreshness(
      view({ head: known(block({ timestampUnit: "ns" })) }),
      LIMITS,
    );

    expect(verdict).to.include({
      verdict: "fresh",
      note: "block timestamps are in ns",
    });
  });

  it("given any head and limit, then it is fresh only within them, never of a negative age, and every doubt has a reason", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: NOW }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.bigInt({ min: 0n, max: 2n ** 62n }),
        (age, maxBlockAge, number) => {
          const verdict = judgeFreshness(
            view({ head: known(block({ number, timestamp: NOW - age })) }),
            { ...LIMITS, maxBlockAge },
          );
          if (verdict.verdict === "fresh") {
            expect(age).to.be.within(-60, maxBlockAge);
            expect(number > 0n).to.equal(true);
          } else {
            expect(verdict).to.have.property("reason").that.is.a("string");
          }
          if (verdict.ageSeconds !== undefined) {
            expect(verdict.ageSeconds).to.be.at.least(0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
