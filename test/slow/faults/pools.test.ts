import { expect } from "chai";
import {
  expectNoneWrong,
  runPoolTrials,
} from "../../support/node-model/pools.ts";
import { useWorlds } from "../../support/node-model/worlds.ts";

const TIMES = 2;

describe("verify, given every endpoint of two backends that differ", function () {
  this.timeout(20 * 60_000);
  const worlds = useWorlds();

  it("given pools of every kind, twice, then no verdict is wrong but where no client could know", async () => {
    const done = await runPoolTrials(worlds(), {
      seed: 10_000,
      times: TIMES,
      step: 1,
    });

    expectNoneWrong(done);
    expect(done.trials).to.be.above(2_900 * TIMES);
  });
});
