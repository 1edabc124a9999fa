import { expect } from "chai";

import type { StatusReport } from "../../src/status/report.ts";
import { waitForOk } from "../../src/status/status-of-networks.ts";

function report(state: "ok" | "unknown"): StatusReport {
  return {
    schemaVersion: 1,
    task: "status",
    outcome: state,
    networks: [
      { network: "devnet", hardhatNetwork: "devnet", endpoint: null, state },
    ],
  };
}

/** Answers with the given states in turn, the last one for ever. */
function inTurn(states: readonly ("ok" | "unknown")[]) {
  const times: number[] = [];
  return {
    times,
    query: async (maxMs: number) => {
      times.push(maxMs);
      return report(states[times.length - 1] ?? states.at(-1) ?? "unknown");
    },
  };
}

describe("waiting until all is ok", () => {
  it("asks again until it is, and tells each report before", async () => {
    const { query, times } = inTurn(["unknown", "unknown", "ok"]);
    const told: string[] = [];

    const last = await waitForOk({
      query,
      timeout: 60_000,
      interval: 1,
      onReport: ({ outcome }) => told.push(outcome),
    });

    expect(last.outcome).to.equal("ok");
    expect(times).to.have.length(3);
    expect(told).to.deep.equal(["unknown", "unknown"]);
  });

  it("gives up at the end of its time with the last report, and begins no query again that would have too little time for an answer", async () => {
    const { query, times } = inTurn(["unknown"]);

    const last = await waitForOk({
      query,
      timeout: 1_050,
      interval: 1,
      onReport: () => {},
    });
    const { query: short, times: shortTimes } = inTurn(["unknown"]);
    await waitForOk({
      query: short,
      timeout: 900,
      interval: 1,
      onReport: () => {},
    });

    expect(last.outcome).to.equal("unknown");
    expect(times.length).to.be.greaterThan(1);
    expect(times.every((maxMs) => maxMs > 500)).to.equal(true);
    expect(times.at(-1)).to.be.below(1_050);
    expect(shortTimes).to.deep.equal([900]);
  });
});
