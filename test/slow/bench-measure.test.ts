import { expect } from "chai";

import { REGISTRY } from "../../bench/chain/bench-list.ts";
import { startChain } from "../../bench/chain/start-chain.ts";
import { measureLists } from "../../bench/measure/measure-lists.ts";
import { methodsFor } from "../../bench/methods/methods.ts";
import {
  type ShaperProcess,
  startShaper,
} from "../../bench/shaper/start-shaper.ts";
import type { Anvil } from "../support/anvil.ts";

const LIST = { kind: "incomplete", count: 3 } as const;

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
});
