import { expect } from "chai";
import {
  expectNoneWrong,
  runOddAnswerTrials,
} from "../support/node-model/odd-answers.ts";
import { useWorlds } from "../support/node-model/worlds.ts";

/** Thousands are tried in the slow tests. */
const TRIALS = 40;
const HONEST = 20;

describe("verify, given a node that answers any request wrongly one time in ten", function () {
  this.timeout(120_000);
  const worlds = useWorlds();

  it("given no odd answers, then every outcome is the true one", async () => {
    const done = await runOddAnswerTrials(worlds(), {
      seed: 1,
      count: HONEST,
      rate: 0,
    });

    const { ok = 0, failed = 0, unknown = 0 } = done.trueOutcomes;
    expect(ok + failed + unknown).to.equal(HONEST);
    expectNoneWrong(done);
  });

  it(`given ${TRIALS} trials, then there is no false negative and no false positive`, async () => {
    const done = await runOddAnswerTrials(worlds(), {
      seed: 1,
      count: TRIALS,
      rate: 0.1,
    });

    expectNoneWrong(done);
    expect(done.trials).to.equal(TRIALS);
  });
});
