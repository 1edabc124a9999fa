import { expect } from "chai";
import fc from "fast-check";

import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { syncBars, syncFraction } from "../../../tasks/status/progress.ts";

const of = (
  startingBlock?: string,
  currentBlock?: string,
  highestBlock?: string,
) =>
  syncFraction({
    state: "syncing",
    syncing: {
      ...(startingBlock === undefined ? {} : { startingBlock }),
      ...(currentBlock === undefined ? {} : { currentBlock }),
      ...(highestBlock === undefined ? {} : { highestBlock }),
      detail: {},
    },
  });

describe("how much of a sync is done", () => {
  it("is counted from the starting block", () => {
    expect(of("100", "150", "200")).to.equal(0.5);
  });

  it("is counted from 0 where there is no starting block", () => {
    expect(of(undefined, "50", "200")).to.equal(0.25);
  });

  it("is unknown on a node that is not syncing, or does not say", () => {
    expect(syncFraction({ state: "ok", syncing: false })).to.equal(undefined);
    expect(syncFraction({ state: "unknown" })).to.equal(undefined);
  });

  it("is unknown without a current or a highest block", () => {
    expect(of("0", undefined, "200")).to.equal(undefined);
    expect(of("0", "10", undefined)).to.equal(undefined);
  });

  it("is unknown where the current block is at the highest or beyond", () => {
    expect(of("0", "200", "200")).to.equal(undefined);
    expect(of("0", "201", "200")).to.equal(undefined);
  });

  it("is unknown where it started after the current block", () => {
    expect(of("60", "50", "200")).to.equal(undefined);
  });

  it("is never below 0 nor as much as 1, whatever the heights", () => {
    const height = fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String);
    fc.assert(
      fc.property(height, height, height, (start, current, highest) => {
        const fraction = of(start, current, highest);
        return fraction === undefined || (fraction >= 0 && fraction < 1);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("the bars of a sync", () => {
  const node = (network: AlphaNetworkName, currentBlock: string) => ({
    network,
    hardhatNetwork: network,
    endpoint: null,
    state: "syncing" as const,
    syncing: { currentBlock, highestBlock: "2000", detail: {} },
  });

  it("are as long as what is done, one for each node that tells how far it is", () => {
    const bars = syncBars({
      schemaVersion: 1,
      task: "status",
      outcome: "failed",
      networks: [
        node("devnet", "0"),
        node("testnet", "507"),
        node("third", "2000"),
      ],
    });

    expect(bars.split("\n")).to.deep.equal([
      `devnet    ${"░".repeat(40)} 0.0 %`,
      `testnet   ${"█".repeat(10)}${"░".repeat(30)} 25.4 %`,
    ]);
  });
});
