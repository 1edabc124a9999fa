import {
  type FaultChains,
  startFaultChains,
} from "../support/node-model/chains.ts";
import {
  expectNoFailure,
  faultSeed,
  runRandomTrials,
} from "../support/node-model/random-answers.ts";

const TRIALS = 60;

describe("verify and status, given answers that are damaged at random", function () {
  this.timeout(120_000);
  let chains: FaultChains;

  before(async () => {
    chains = await startFaultChains();
  });

  after(async () => {
    await chains.close();
  });

  it(`given ${TRIALS} trials, then no verdict is wrong that no honest node could have caused, and none hangs, leaks or crashes`, async () => {
    const done = await runRandomTrials(chains, faultSeed(), TRIALS);

    expectNoFailure(done, TRIALS);
  });
});
