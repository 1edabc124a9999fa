import { expect } from "chai";
import {
  expectNoneWrong,
  runOddAnswerTrials,
} from "../../support/node-model/odd-answers.ts";
import { useWorlds } from "../../support/node-model/worlds.ts";

describe("verify, given thousands of nodes that answer any request wrongly at times", function () {
  this.timeout(20 * 60_000);
  const worlds = useWorlds();

  for (const [rate, count] of [
    [0.1, 10_000],
    [0.01, 500],
  ] as const) {
    it(`given ${count} nodes and ${100 * rate} % of wrong answers, then there is no false negative and no false positive`, async () => {
      const done = await runOddAnswerTrials(worlds(), {
        seed: 1_000,
        count,
        rate,
      });

      expectNoneWrong(done);
      expect(done.trials).to.equal(count);
      expect(done.trueOutcomes["failed"]).to.be.above(0);
      expect(done.trueOutcomes["ok"]).to.be.above(0);
    });
  }
});
