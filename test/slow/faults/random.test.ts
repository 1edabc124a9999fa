import {
  type FaultChains,
  startFaultChains,
} from "../../support/node-model/chains.ts";
import {
  expectNoFailure,
  faultSeed,
  runRandomTrials,
} from "../../support/node-model/random-answers.ts";

/** With the fast ones these are a thousand. */
const TRIALS = 880;
/** The fast trials have the seeds before. */
const FIRST = 1_000;

describe("verify and status, given thousands of answers damaged at random", function () {
  this.timeout(20 * 60_000);
  let chains: FaultChains;

  before(async () => {
    chains = await startFaultChains();
  });

  after(async () => {
    await chains.close();
  });

  it(`given ${TRIALS} trials, then no verdict is wrong that no honest node could have caused, and none hangs, leaks or crashes`, async () => {
    const done = await runRandomTrials(chains, faultSeed() + FIRST, TRIALS);

    expectNoFailure(done, TRIALS);
  });
});
