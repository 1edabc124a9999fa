import { expect } from "chai";

import { REGISTRY } from "../../bench/chain/bench-list.ts";
import { startChain } from "../../bench/chain/start-chain.ts";
import { measure } from "../../bench/measure/measure.ts";
import { measureLists } from "../../bench/measure/measure-lists.ts";
import type { Measurement } from "../../bench/measure/types.ts";
import { findMethod, methodsFor } from "../../bench/methods/methods.ts";
import {
  type ShaperProcess,
  startShaper,
} from "../../bench/shaper/start-shaper.ts";
import type { Anvil } from "../support/anvil.ts";

const LIST = { kind: "incomplete", count: 3 } as const;
const RUNS = 4;

function expectMeasured({ cold, warm, failure, peakBytes }: Measurement): void {
  expect(failure).to.equal(undefined);
  expect([...cold, ...warm].map(({ wrong }) => wrong)).to.deep.equal(
    Array(2 * RUNS).fill(0),
  );
  expect(cold[0]?.traffic.sockets).to.be.greaterThan(0);
  expect(cold[0]?.traffic.bytesUp).to.be.greaterThan(0);
  // A busy machine spreads a run over more trips, never over fewer.
  expect(cold[0]?.traffic.trips).to.be.greaterThan(
    Math.min(...warm.map(({ traffic }) => traffic.trips)),
  );
  expect(warm.map(({ traffic }) => traffic.sockets)).to.deep.equal(
    Array(RUNS).fill(0),
  );
  expect(peakBytes).to.be.greaterThan(0);
}

describe("the benchmark's harness, on a small chain and a fast line", function () {
  this.timeout(60_000);

  let chain: Anvil;
  let shaper: ShaperProcess;
  let url: string;

  before(async () => {
    chain = await startChain([LIST]);
    shaper = startShaper({ roundTripMs: 2, bitsPerSecond: 1_000_000_000 });
    const port = await shaper.forward(Number(new URL(chain.url).port));
    url = `http://127.0.0.1:${port}`;
  });

  after(async () => {
    await shaper?.close();
    await chain?.close();
  });

  for (const ids of [["read-codes", "viem-parallel"], ["hardhat-provider"]]) {
    it(`given ${ids.join(" and ")}, then every answer is the truth and its traffic is counted`, async () => {
      const measurements = await measure(ids.map(findMethod), {
        list: LIST,
        shaper,
        url,
        maxRuns: RUNS,
      });

      expect(measurements.map(({ methodId }) => methodId)).to.deep.equal(ids);
      measurements.forEach(expectMeasured);
    });
  }

  it("given the registry, then each method finds all of it", async () => {
    const measurements = await measureLists({
      lists: [REGISTRY],
      shaper,
      url,
      maxRuns: 1,
      onProgress: () => {},
    });

    expect(measurements.map(({ methodId }) => methodId)).to.deep.equal(
      methodsFor("registry").map(({ id }) => id),
    );
    for (const { methodId, cold, warm, failure } of measurements) {
      expect(failure, methodId).to.equal(undefined);
      for (const { wrong, traffic } of [...cold, ...warm]) {
        expect(wrong, methodId).to.equal(0);
        expect(traffic.bytesDown, methodId).to.be.greaterThan(0);
      }
    }
  });

  it("given a way whose process ends by itself, then it fails instead of waiting", async () => {
    const broken = { ...findMethod("viem-parallel"), id: "no-such-way" };
    let failure: unknown;

    try {
      await measure([broken], {
        list: LIST,
        shaper,
        url,
        maxRuns: 1,
      });
    } catch (error) {
      failure = error;
    }

    expect(failure).to.be.an.instanceOf(Error);
    expect(String(failure)).to.contain("the process of no-such-way ended");
  });
});
