import { expect } from "chai";
import { expectTruth } from "../../support/node-model/odd-answers.ts";
import { useWorlds } from "../../support/node-model/worlds.ts";

describe("verify, given a thousand nodes that answer any request wrongly at times", function () {
  this.timeout(20 * 60_000);
  const worlds = useWorlds();

  for (const [rate, count] of [
    [0.1, 1_000],
    [0.01, 150],
  ] as const) {
    it(`given ${count} nodes and ${100 * rate} % of wrong answers, then no verdict is wrong`, async () => {
      const right = await expectTruth(worlds(), {
        seed: 1_000,
        count,
        rate,
      });

      expect(right.failed).to.be.above(0);
      expect(right.ok).to.be.above(0);
    });
  }
});
