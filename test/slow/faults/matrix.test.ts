import { expect } from "chai";
import {
  echoCases,
  stateCases,
  wireCases,
} from "../../support/node-model/cases.ts";
import {
  type FaultChains,
  startFaultChains,
} from "../../support/node-model/chains.ts";
import {
  describeResult,
  expectNoFailure,
  type FaultResult,
  honestCase,
  runFaultCase,
} from "../../support/node-model/run-case.ts";
import { runPooled } from "../../support/node-model/trials.ts";

const AT_A_TIME = 12;
/** Those that mostly wait. Too many would not get the processor in time. */
const WAITING_AT_A_TIME = 24;
const GROUPS = [
  "rate limits",
  "HTTP errors",
  "answers that answer nothing",
  "bodies too large",
  "answers that take for ever",
  "redirects",
  "broken connections",
  "errors of the node",
  "backends out of step",
  "another chain",
  "codes that are none",
  "heads",
  "syncing",
  "chain ids",
  "answers to the probe",
  "honest, and odd",
  "secrets sent back",
] as const;

/**
 * `ALPHA_FAULT_TABLE=all` prints every case. The truth behind each server is a
 * real chain: one with all contracts, one that lacks some.
 */
describe("verify and status, against nodes that are not true", function () {
  this.timeout(15 * 60_000);

  const rejections: unknown[] = [];
  let chains: FaultChains;
  let results: readonly FaultResult[] = [];
  const onRejection = (reason: unknown) => {
    rejections.push(reason);
  };

  before(async () => {
    process.on("unhandledRejection", onRejection);
    chains = await startFaultChains();
    const cases = [
      ...wireCases(chains),
      ...stateCases(chains),
      ...echoCases(chains),
    ];
    const [waiting, quick] = [true, false].map((isWaiting) =>
      cases.filter(
        ({ isSlow = false, isPatient = false }) =>
          (isSlow || isPatient) === isWaiting,
      ),
    );
    // Together, since what waits for one group leaves the processor to the others.
    results = [
      ...(await runPooled(quick ?? [], AT_A_TIME, runFaultCase)),
      ...(await runPooled(waiting ?? [], WAITING_AT_A_TIME, runFaultCase)),
    ];
  });

  after(async () => {
    process.off("unhandledRejection", onRejection);
    await chains.close();
    if (process.env["ALPHA_FAULT_TABLE"] === "all") {
      console.log(results.map(describeResult).join("\n"));
    }
  });

  it("given an honest node, then every verdict is the true one, on both paths", async () => {
    const { whole, lacking } = chains;
    const some = [whole, lacking].flatMap((chain) =>
      (["probe", "single"] as const).flatMap((path) =>
        (["verify", "status"] as const).map((task) => ({
          ...honestCase(chain),
          task,
          path,
        })),
      ),
    );

    expectNoFailure(await runPooled(some, AT_A_TIME, runFaultCase));
  });

  for (const group of GROUPS) {
    it(`given ${group}, then each verdict is true or unknown, true where it can be had, and nothing leaks`, () => {
      const some = results.filter((result) => result.case.group === group);

      expect(some.length).to.be.above(0);
      expectNoFailure(some);
    });
  }

  it("leaves no group out, and no promise rejected that nobody heard", () => {
    expect(new Set(results.map((result) => result.case.group))).to.deep.equal(
      new Set(GROUPS),
    );
    expect(rejections).to.deep.equal([]);
  });

  it("counts hundreds of behaviours and many more cases, a third of them true", () => {
    const behaviours = results.map(
      (result) => `${result.case.group}/${result.case.behaviour}`,
    );

    expect(new Set(behaviours).size).to.be.above(300);
    expect(results.length).to.be.above(2000);
    // A client that answered nothing but unknown would be of no use.
    const isTrue = results.filter(({ verdict }) => verdict === "true");
    expect(isTrue.length).to.be.above(results.length / 3);
  });
});
