import { expect } from "chai";
import type { NetworksReport } from "../../../src/connect/list-networks.ts";
import type { NetworkStatus } from "../../../src/status/report.ts";
import {
  judgeNetwork,
  verifyReport,
} from "../../../src/verify/judge-network.ts";
import type { NetworkFindings } from "../../../src/verify/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { networksTable } from "../../../tasks/networks/formats/table.ts";
import { statusTable } from "../../../tasks/status/formats/table.ts";
import { verifyTable } from "../../../tasks/verify/formats/table.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  contract,
  HASH,
  missing,
  OTHER_ADDRESS,
} from "../verify/verify-reports.ts";

const HOST = `https://${"a-rather-long-label.".repeat(5)}example:65535`;
const LONG = `the node at ${"x".repeat(120)} said something that nobody would want to read to its end, but has to`;
const LONG_NAME = `${"a very long name ".repeat(12)}合约合约合约合约合约合约合约合约合约`;
const HEAD = { number: "123456789012", hash: HASH, timestamp: 1_760_000_000 };

/** The words of a table, wherever its lines are broken. */
const letters = (text: string) => text.replace(/\s/g, "");

/** Expects texts in a table that fits the line, each as often as it is listed. */
function expectWhole(table: string, texts: readonly string[]): void {
  expect(table.split("\n").filter((line) => line.length > 100)).to.eql([]);
  expect(table).not.to.match(/undefined|null|NaN|…/);
  for (const text of texts) {
    expect(letters(table).split(letters(text)), text).to.have.length(2);
  }
}

describe("verifyTable", () => {
  for (const [title, changes, texts] of [
    [
      "everything present, then network, chain, endpoint, block, its time and the contract are shown",
      {},
      [
        "third · chain 100",
        HOST,
        "block 123456789012 of 2025-10-09T08:53:20Z",
        "✔ present",
        "verify (presence): OK",
      ],
    ],
    ...(["absent", "delegated", "unknown"] as const).map(
      (verdict) =>
        [
          `a contract that is ${verdict}, then its mark stands out, and its reason is whole`,
          { contracts: [missing("Router", verdict, LONG)] },
          [
            `${verdict === "unknown" ? "?" : "✘"} ${verdict}`,
            `of 1 contracts, 1 ${verdict}`,
            LONG,
          ],
        ] as const,
    ),
    [
      "a network that could not be queried, then it has no endpoint, and its reason is shown once, above the contracts",
      {
        block: undefined,
        endpoint: null,
        hardhatNetwork: null,
        cause: { outcome: "unknown", reason: LONG },
        contracts: [
          missing("Router", "unknown", LONG),
          missing("Other", "unknown", "another reason"),
        ],
        notes: ["a note"],
      },
      ["no endpoint", LONG, "another reason", "note: a note", "? unknown"],
    ],
    [
      "a proxy, then its kind, its implementation and the verdict on that are shown",
      {
        contracts: [
          contract({
            proxy: {
              kind: "eip1967",
              implementation: OTHER_ADDRESS,
              verdict: "absent",
              reason: LONG,
            },
          }),
        ],
      },
      [
        `upgradable proxy (EIP-1967) to ${OTHER_ADDRESS}, which is absent: ${LONG}`,
      ],
    ],
    [
      "contracts that are skipped for one reason, then it is shown once",
      {
        contracts: [
          contract(),
          missing("BFactory", "skipped", "not on a sandbox"),
          missing("factoryAddress", "skipped", "not on a sandbox"),
        ],
      },
      ["not on a sandbox", "– skipped BFactory", "– skipped factoryAddress"],
    ],
    [
      "items of a list and long names, then each shows its position or its whole name",
      {
        contracts: [
          ...[0, 1].map((index) => contract({ key: "ERC20Template", index })),
          contract({ kind: "list", key: LONG_NAME }),
        ],
      },
      ["ERC20Template[0]", "ERC20Template[1]", LONG_NAME],
    ],
  ] as readonly [string, Partial<NetworkFindings>, readonly string[]][]) {
    it(`given ${title}`, () => {
      const network = judgeNetwork({
        network: "third",
        hardhatNetwork: "third",
        chainId: 100,
        endpoint: HOST,
        block: HEAD,
        contracts: [contract()],
        notes: [],
        ...changes,
      });
      const report = verifyReport({ level: "presence" }, [network]);
      expectValidReport("verify", JSON.parse(JSON.stringify(report)));

      expectWhole(verifyTable(report, PLAIN), texts);
    });
  }
});

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
    [
      "in sync, then state, chain, head, age, endpoint and client are shown",
      "ok",
      node,
      ["✔ ok devnet 32456 123456789012 4 s", HOST, node.clientVersion],
    ],
    ...(
      [
        ["syncing", "failed", "✘ syncing"],
        ["stale", "failed", "✘ stale"],
        ["wrong-chain", "failed", "✘ wrong-chain"],
        ["unknown", "unknown", "? unknown"],
      ] as const
    ).map(
      ([state, verdict, mark]) =>
        [
          `${state}, then its mark stands out, and its reason is whole`,
          verdict,
          {
            ...node,
            state,
            reason: LONG,
            ...(state === "syncing" ? { syncing: { detail: {} } } : {}),
          },
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

      expectWhole(statusTable(report, PLAIN), [
        ...texts,
        `status: ${outcome.toUpperCase()}`,
      ]);
    });
  }
});

describe("networksTable", () => {
  it("given long names and unset values, then all of it is shown whole", () => {
    const long: NetworksReport["networks"][number] = {
      network: "third",
      hardhatNetwork: "a-name-of-a-network-that-a-user-has-chosen",
      sandboxNetwork: "thirdSandbox",
      forkNetwork: "thirdFork",
      chainId: 2_147_483_647,
      networkId: 100,
      role: "a role that somebody has described at length",
      isDefault: true,
      feeToken: "LONGSYMBOL",
      versions: { registry: "v4", portal: "v3", backend: "v4" },
      endpoint: HOST,
      unset: Array.from({ length: 20 }, (_, index) => `portal.field${index}`),
    };
    const unset: typeof long = {
      ...long,
      network: "devnet",
      hardhatNetwork: null,
      sandboxNetwork: null,
      forkNetwork: null,
      isDefault: false,
      feeToken: null,
      versions: {},
      endpoint: null,
      unset: [],
    };

    const table = networksTable(
      { schemaVersion: 1, task: "networks", networks: [long, unset] },
      PLAIN,
    );

    expectWhole(table, [
      "also: sandbox thirdSandbox, fork thirdFork",
      "registry v4, portal v3, backend v4",
      "portal.field19",
      "devnet (not in Hardhat)",
    ]);
    for (const part of ["2147483647", "LONGSYMBOL"]) {
      expect([...part].every((letter) => table.includes(letter))).to.equal(
        true,
      );
    }
  });
});
