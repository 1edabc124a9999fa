import { expect } from "chai";
import { openWorlds, type Worlds } from "../support/model-worlds.ts";
import { runOddAnswerTrials } from "../support/odd-answer-trials.ts";

const TRIALS = 200;
const HONEST = 50;

describe("verify, given a node that answers any request wrongly one time in ten", function () {
  this.timeout(120_000);
  let worlds: Worlds;

  before(async () => {
    worlds = await openWorlds();
  });

  after(async () => {
    await worlds.close();
  });

  it("given no odd answers, then every outcome is the true one", async () => {
    const done = await runOddAnswerTrials(worlds, {
      seed: 1,
      count: HONEST,
      rate: 0,
    });

    const { ok = 0, failed = 0, unknown = 0 } = done.trueOutcomes;
    expect(ok + failed + unknown).to.equal(HONEST);
    expect(done.falseNegatives).to.deep.equal([]);
    expect(done.falsePositives).to.deep.equal([]);
  });

  it(`given ${TRIALS} trials, then there is no false negative and no false positive`, async () => {
    const done = await runOddAnswerTrials(worlds, {
      seed: 1,
      count: TRIALS,
      rate: 0.1,
    });
    console.log(done.summary);

    expect(done.falseNegatives).to.deep.equal([]);
    expect(done.falsePositives).to.deep.equal([]);
    expect(done.trials).to.equal(TRIALS);
  });
});
