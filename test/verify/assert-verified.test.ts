import { AssertionError } from "node:assert";

import { expect } from "chai";

import type { StatusReport } from "../../src/status/report.ts";
import { assertInSync, assertVerified } from "../../src/testing.ts";
import {
  HOSTILE,
  hostileReport,
  missing,
  network,
  REMEDY,
  report,
  reportOf,
  TWO_CHANGES,
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
      assertVerified(report([network(), unreachable("no answer")])),
    );

    expect(error.message).to.match(/^It could not be determined whether/);
    expect(error.message.split("\n").slice(1)).to.deep.equal([
      "  devnet: network https://host:8545 unknown (2 not checked): no answer",
      "    Check the node.",
    ]);
    expect(error.actual).to.equal("unknown");
  });

  const hundreds = (
    reason: (index: number) => string,
    verdict: "unknown" | "unset" = "unknown",
  ) => {
    const contracts = Array.from({ length: 300 }, (_, index) =>
      missing(`Key${index}`, verdict, reason(index)),
    );
    return failureOf(() =>
      assertVerified(reportOf({ contracts })),
    ).message.split("\n");
  };

  it("given hundreds of problems, then fifty are shown and the others counted", () => {
    const lines = hundreds((index) => `no answer ${index}`);

    expect(lines).to.have.length(52);
    expect(lines.at(-1)).to.equal("  and 250 more");
  });

  it("given one problem of hundreds of contracts, then it is said once, fifty are named and the others counted", () => {
    const lines = hundreds(() => "not set", "unset");

    expect(lines[1]).to.equal("  devnet: 300 checks unset: not set");
    expect(lines[2]).to.equal("    registry.Key0");
    expect(lines).to.have.length(54);
    expect(lines.at(-2)).to.equal("    and 250 more");
    expect(lines.at(-1)).to.match(/^ {4}Set it in alpha\.networks\.devnet/);
  });

  it("given hundreds of contracts that could not be read for one reason, then they are only counted", () => {
    expect(hundreds(() => "no answer").slice(1)).to.deep.equal([
      "  devnet: 300 checks unknown: no answer",
    ]);
  });

  it("given several changes since the lock, then they are a list with the remedy once", () => {
    const error = failureOf(() =>
      assertVerified(
        reportOf({
          lock: TWO_CHANGES,
        }),
      ),
    );

    expect(error.message.split("\n").slice(1)).to.deep.equal([
      "  devnet: lock file changed:",
      "    registry.A: x → no proxy",
      "    registry.B: no proxy → y",
      "    Check what is deployed. If it is meant, --level wiring shows how to accept it.",
    ]);
  });

  it("given several problems with one remedy, then the remedy is said once, below the last", () => {
    const error = failureOf(() =>
      assertVerified(
        reportOf({
          contracts: [
            missing("A", "absent", "no code at block 1"),
            missing("B", "absent", "no code at block 2"),
          ],
        }),
      ),
    );

    expect(error.message.split("\n").slice(1)).to.deep.equal([
      `  devnet: registry.A 0x${"cd".repeat(20)} absent: no code at block 1`,
      `  devnet: registry.B 0x${"cd".repeat(20)} absent: no code at block 2`,
      `    ${REMEDY}`,
    ]);
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
