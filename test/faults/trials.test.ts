import { expect } from "chai";
import { useFaultChains } from "../support/node-model/chains.ts";
import { expectTruth } from "../support/node-model/odd-answers.ts";
import { expectTruthOfPools } from "../support/node-model/pools.ts";
import { expectTruthOfDamaged } from "../support/node-model/random-answers.ts";
import { useWorlds } from "../support/node-model/worlds.ts";

/** Of each kind, many more are tried in the slow tests. */
describe("verify and status, given nodes at random", function () {
  this.timeout(120_000);
  const worlds = useWorlds();
  const chains = useFaultChains();

  for (const [count, rate] of [
    [5, 0],
    [10, 0.1],
  ] as const) {
    it(`given ${count} nodes of which each answer is wrong in ${100 * rate} % of all cases, then no verdict is wrong`, async () => {
      const right = await expectTruth(worlds(), { seed: 1, count, rate });

      if (rate === 0) {
        expect(right.ok + right.failed + right.unknown).to.equal(count);
      }
    });
  }

  it("given one kind of pool of seventy-four, of backends that differ, then no verdict is wrong but where no client could know", async () => {
    await expectTruthOfPools(worlds(), { seed: 1, step: 74 });
  });

  it("given 12 nodes whose answers are damaged, then no verdict is wrong, and none hangs, leaks or crashes", async () => {
    await expectTruthOfDamaged(chains(), 0, 12);
  });
});
