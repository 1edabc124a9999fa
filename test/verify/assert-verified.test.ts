import { AssertionError } from "node:assert";

import { expect } from "chai";

import type { StatusReport } from "../../src/status/report.ts";
import { assertInSync, assertVerified } from "../../src/testing.ts";
import {
  HOSTILE,
  hostileReport,
  missing,
  network,
  report,
  unprintable,
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
  outcome: "failed",
  reason: "r",
  contracts: [
    missing("Late", "unknown", "no answer"),
    missing("Gone", "absent", "no code"),
    missing("Lent", "delegated", "an account"),
  ],
});

describe("assertVerified", () => {
  it("given a report that is ok, then it passes", () => {
    assertVerified(report());
  });

  it("given a report that failed, then it throws node:assert's error with every finding, the proven first", () => {
    const error = failureOf(() => assertVerified(report([FAILED])));

    expect(error.message.split("\n")).to.deep.equal([
      "The networks are proven wrong (level wiring):",
      `  devnet: registry.Gone 0x${"cd".repeat(20)} absent: no code`,
      `  devnet: registry.Lent 0x${"cd".repeat(20)} delegated: an account`,
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
      assertVerified(report([network(), unreachable("no answer")])),
    );

    expect(error.message).to.match(/^It could not be determined whether/);
    expect(error.message).to.contain("devnet: network unknown: no answer");
    expect(error.actual).to.equal("unknown");
  });

  it("given hundreds of findings, then fifty are shown and the others counted", () => {
    const contracts = Array.from({ length: 300 }, (_, index) =>
      missing(`Key${index}`, "absent", "no code"),
    );
    const { message } = failureOf(() =>
      assertVerified(
        report([network({ outcome: "failed", reason: "r", contracts })]),
      ),
    );

    expect(message.split("\n")).to.have.length(52);
    expect(message).to.match(/\n {2}and 250 more$/);
  });

  it("given hostile texts, then each finding is one printable line", () => {
    const lines = (text: string) =>
      failureOf(() => assertVerified(hostileReport(text))).message.split("\n");

    for (const text of HOSTILE) {
      expect(lines(text)).to.have.length(lines("x").length);
      expect(unprintable(lines(text).join("\n"))).to.deep.equal([]);
    }
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

  it("given nodes in sync, then it passes", () => {
    assertInSync(status("ok", OK));
  });

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
      "  devnet: https://host stale: its head is old",
      "  devnet: https://other unknown: no answer",
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
