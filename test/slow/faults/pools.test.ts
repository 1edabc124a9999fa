import { expect } from "chai";
import { expectTruthOfPools } from "../../support/node-model/pools.ts";
import { useWorlds } from "../../support/node-model/worlds.ts";

describe("verify, given every endpoint of two backends that differ", function () {
  this.timeout(20 * 60_000);
  const worlds = useWorlds();

  it("given pools of every kind, then no verdict is wrong but where no client could know", async () => {
    const trials = await expectTruthOfPools(worlds(), {
      seed: 10_000,
      step: 1,
    });

    expect(trials).to.be.above(1_000);
  });
});
