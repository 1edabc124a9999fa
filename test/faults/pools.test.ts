import { expect } from "chai";
import { expectNoneWrong, runPoolTrials } from "../support/node-model/pools.ts";
import { useWorlds } from "../support/node-model/worlds.ts";

/** All of them are tried in the slow tests. */
const STEP = 13;

describe("verify, given an endpoint of two backends that differ", function () {
  this.timeout(120_000);
  const worlds = useWorlds();

  it("given one kind of pool of thirteen, then no verdict is wrong but where no client could know", async () => {
    const done = await runPoolTrials(worlds(), {
      seed: 1,
      step: STEP,
    });

    expectNoneWrong(done);
    expect(done.trials).to.be.above(200);
  });
});
