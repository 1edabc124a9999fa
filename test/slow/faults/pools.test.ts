import { expect } from "chai";
import { openWorlds, type Worlds } from "../../support/model-worlds.ts";
import { runPoolTrials } from "../../support/pool-trials.ts";

const TIMES = 2;

describe("verify, given every endpoint of two backends that differ", function () {
  this.timeout(20 * 60_000);
  let worlds: Worlds;

  before(async () => {
    worlds = await openWorlds();
  });

  after(async () => {
    await worlds.close();
  });

  it("given pools of every kind, twice, then no verdict is wrong but where no client could know", async () => {
    const done = await runPoolTrials(worlds, {
      seed: 10_000,
      times: TIMES,
      step: 1,
    });
    console.log(done.summary);

    expect(done.falseNegatives.slice(0, 20)).to.deep.equal([]);
    expect(done.falsePositives.slice(0, 20)).to.deep.equal([]);
    expect(done.hangs).to.deep.equal([]);
    expect(done.unheeded).to.deep.equal([]);
    expect(done.avoided).to.deep.equal([]);
    expect(done.trials).to.be.above(2_900 * TIMES);
  });
});
