import { expect } from "chai";

import { type FaultChains, startFaultChains } from "../support/fault-chains.ts";
import { faultSeed, runRandomTrials } from "../support/random-trials.ts";

const TRIALS = 120;

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
    console.log(done.summary);

    expect(
      done.failures.length,
      done.failures.slice(0, 20).join("\n"),
    ).to.equal(0);
    expect(done.trials).to.equal(TRIALS);
    expect(done.counted).to.be.above(TRIALS / 2);
    expect(done.true).to.be.above(TRIALS / 10);
    expect(done.unknown).to.be.above(TRIALS / 10);
  });
});
