import { expect } from "chai";
import { openWorlds, type Worlds } from "../support/model-worlds.ts";
import { runPoolTrials } from "../support/pool-trials.ts";

/** All of them are tried in the slow tests. */
const STEP = 7;

describe("verify, given an endpoint of two backends that differ", function () {
  this.timeout(120_000);
  let worlds: Worlds;

  before(async () => {
    worlds = await openWorlds();
  });

  after(async () => {
    await worlds.close();
  });

  it("given one kind of pool of seven, then no verdict is wrong but where no client could know", async () => {
    const done = await runPoolTrials(worlds, { seed: 1, times: 1, step: STEP });
    console.log(done.summary);

    expect(done.falseNegatives.slice(0, 20)).to.deep.equal([]);
    expect(done.falsePositives.slice(0, 20)).to.deep.equal([]);
    expect(done.hangs).to.deep.equal([]);
    expect(done.unheeded).to.deep.equal([]);
    expect(done.avoided).to.deep.equal([]);
    expect(done.trials).to.be.above(400);
  });
});
