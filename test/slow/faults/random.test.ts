import { expect } from "chai";
import { useFaultChains } from "../../support/node-model/chains.ts";
import { expectTruthOfDamaged } from "../../support/node-model/random-answers.ts";

const TRIALS = 150;
/** The fast trials have the seeds before. */
const FIRST = 1_000;

describe("verify and status, given hundreds of nodes with answers damaged at random", function () {
  this.timeout(20 * 60_000);
  const chains = useFaultChains();

  it(`given ${TRIALS} trials, then no verdict is wrong, and none hangs, leaks or crashes`, async () => {
    const done = await expectTruthOfDamaged(chains(), FIRST, TRIALS);

    for (const wanted of ["true", "unknown"]) {
      const some = done.filter(({ verdict }) => verdict === wanted);
      expect(some.length).to.be.above(TRIALS / 10);
    }
  });
});
