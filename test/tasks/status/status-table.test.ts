import { expect } from "chai";
import type { NetworkStatus } from "../../../src/status/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { statusTable } from "../../../tasks/status/formats/table.ts";
import { expectValidReport } from "../../support/schema.ts";
import { HASH } from "../verify/verify-reports.ts";

const HOST = `https://${"a-rather-long-label.".repeat(5)}example:65535`;
const LONG = `the node at ${"x".repeat(120)} said something that nobody would want to read to its end, but has to`;
const HEAD = { number: "123456789012", hash: HASH, timestamp: 1_760_000_000 };

/** The words of a table, wherever its lines are broken. */
const letters = (text: string) => text.replace(/\s/g, "");

describe("statusTable", () => {
  const node = {
    state: "ok",
    endpoint: HOST,
    chainId: 32456,
    head: { ...HEAD, ageSeconds: 4 },
    syncing: false,
    clientVersion: "Geth/v1.16.7-stable/linux-amd64/go1.25",
    latencyMs: 12,
  } as const;

  for (const [title, outcome, changes, texts] of [
    ...(
      [
        ["stale", "failed", "✘ stale"],
        ["unknown", "unknown", "? unknown"],
      ] as const
    ).map(
      ([state, verdict, mark]) =>
        [
          `${state}, then its mark stands out, and its reason is whole`,
          verdict,
          { ...node, state, reason: LONG },
          [mark, LONG],
        ] as const,
    ),
    [
      "one of several, then each shows how far it is behind, and the highest that it is",
      "ok",
      {
        ...node,
        endpoints: ["0", "13"].map((behind) => ({
          ...node,
          endpoint: "http://a.test",
          behind,
        })),
      },
      ["ok highest 32456", "ok -13 32456"],
    ],
    [
      "without an answer, then nothing is made up",
      "unknown",
      { state: "unknown", endpoint: null, reason: "its node URL is not set" },
      ["? unknown devnet – – – –", "its node URL is not set"],
    ],
  ] as const) {
    it(`given a node that is ${title}`, () => {
      const status: NetworkStatus = {
        network: "devnet",
        hardhatNetwork: "devnet",
        ...changes,
      };
      const report = {
        schemaVersion: 1,
        task: "status",
        outcome,
        networks: [status],
      } as const;
      expectValidReport("status", JSON.parse(JSON.stringify(report)));

      const table = statusTable(report, PLAIN);
      expect(table.split("\n").filter(({ length }) => length > 100)).to.eql([]);
      expect(table).not.to.match(/undefined|null|NaN|…/);
      for (const text of [...texts, `status: ${outcome.toUpperCase()}`]) {
        expect(letters(table)).to.contain(letters(text));
      }
    });
  }
});
