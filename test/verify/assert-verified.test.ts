import { AssertionError } from "node:assert";
import { expect } from "chai";
import type { StatusReport } from "../../src/status/report.ts";
import { assertInSync, assertVerified } from "../../src/testing.ts";
import { reportOf as jsonOf } from "../../src/verify/words/report.ts";
import {
  missing,
  network,
  REMEDY,
  report,
  reportOf,
  unreachable,
} from "../tasks/verify/verify-reports.ts";

function failureOf(run: () => void): AssertionError {
  try {
    run();
  } catch (error) {
    if (error instanceof AssertionError) {
      return error;
    }
    throw error;
  }
  throw new Error("it passed");
}

const FAILED = network({
  contracts: [
    missing("Late", "unknown", "no answer"),
    missing("Gone", "absent", "no code"),
    missing("Lent", "delegated", "an account"),
  ],
});

describe("assertVerified", () => {
  it("given a report that is ok, then it passes", () => {
    assertVerified(jsonOf(report()));
  });

  it("given the report of another task, or a promise, then it is an error", () => {
    const verified = jsonOf(report());
    for (const [assert, given] of [
      [assertVerified, { task: "status", outcome: "ok", networks: [] }],
      [assertVerified, Promise.resolve(verified)],
      [assertInSync, verified],
    ] as const) {
      expect(() => Reflect.apply(assert, undefined, [given])).to.throw(
        /^Expected a report of alpha (verify|status): pass "await hre\.alpha\./,
      );
    }
  });

  it("given a report that failed, then it throws node:assert's error with every finding, the proven first", () => {
    const error = failureOf(() => assertVerified(jsonOf(report([FAILED]))));

    expect(error.message.split("\n")).to.deep.equal([
      "The networks are proven wrong (level wiring):",
      `  devnet: registry.Gone 0x${"cd".repeat(20)} absent: no code`,
      `    ${REMEDY}`,
      `  devnet: registry.Lent 0x${"cd".repeat(20)} delegated: an account`,
      "    Check the address: a contract must be there.",
      `  devnet: registry.Late 0x${"cd".repeat(20)} unknown: no answer`,
    ]);
    expect(error).to.include({
      actual: "failed",
      expected: "ok",
      code: "ERR_ASSERTION",
    });
  });

  it("given a node that does not answer, then it throws too, and says that nothing is proven", () => {
    const error = failureOf(() =>
      assertVerified(jsonOf(report([network(), unreachable("no answer")]))),
    );

    expect(error.message).to.match(/^It could not be determined whether/);
    expect(error.message.split("\n").slice(1)).to.deep.equal([
      "  devnet: network https://host:8545 unknown (2 not checked): no answer",
      "    Check the node.",
    ]);
    expect(error.actual).to.equal("unknown");
  });

  it("given hundreds of problems, then fifty are shown and the others counted", () => {
    const contracts = Array.from({ length: 300 }, (_, index) =>
      missing(`Key${index}`, "unknown", `no answer ${index}`),
    );
    const { message } = failureOf(() =>
      assertVerified(jsonOf(reportOf({ contracts }))),
    );

    expect(message.split("\n")).to.have.length(52);
    expect(message).to.match(/\n {2}and 250 more$/);
  });
});

describe("assertInSync", () => {
  const OK = {
    network: "devnet",
    hardhatNetwork: "devnet",
    endpoint: "https://host",
    state: "ok",
  } as const;
  const status = (
    outcome: StatusReport["outcome"],
    ...networks: StatusReport["networks"]
  ): StatusReport => ({ schemaVersion: 1, task: "status", outcome, networks });

  it("given a stale node and one more endpoint that does not answer, then it throws with both", () => {
    const error = failureOf(() =>
      assertInSync(
        status("failed", {
          ...OK,
          state: "stale",
          reason: "its head is old",
          endpoints: [
            {
              endpoint: "https://other",
              state: "unknown",
              reason: "no answer",
            },
          ],
        }),
      ),
    );

    expect(error.message.split("\n")).to.deep.equal([
      "A node is proven not to be in sync:",
      "  devnet: node https://host stale: its head is old",
      "  devnet: endpoints[0] https://other unknown: no answer",
    ]);
  });

  it("given only what is unknown, then it throws too", () => {
    const error = failureOf(() =>
      assertInSync(
        status("unknown", { ...OK, state: "unknown", reason: "no answer" }),
      ),
    );

    expect(error.message).to.match(/^It could not be determined/);
  });
});
