import { expect } from "chai";
import type { NetworksReport } from "../../../src/connect/list-networks.ts";
import type {
  NetworkStatus,
  StatusReport,
} from "../../../src/status/report.ts";
import {
  judgeNetwork,
  verifyReport,
} from "../../../src/verify/judge-network.ts";
import type {
  ContractVerification,
  NetworkFindings,
} from "../../../src/verify/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { networksTable } from "../../../tasks/networks/formats/table.ts";
import { statusTable } from "../../../tasks/status/formats/table.ts";
import { verifyTable } from "../../../tasks/verify/formats/table.ts";
import { expectValidReport } from "../../support/schema.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const ADDRESS = `0x${"cd".repeat(20)}` as const;
const OTHER = `0x${"ef".repeat(20)}` as const;
const HOST = `https://${"a-rather-long-label.".repeat(5)}example:65535`;
const LONG = `the node at ${"x".repeat(120)} said something that nobody would want to read to its end, but has to`;

/** The words of a table, wherever its lines are broken. */
const letters = (text: string) => text.replace(/\s/g, "");

function expectWhole(table: string, ...texts: string[]): void {
  expect(table.split("\n").filter((line) => line.length > 100)).to.deep.equal(
    [],
  );
  for (const text of texts) {
    expect(letters(table)).to.contain(letters(text));
  }
}

describe("verifyTable", () => {
  const contract: ContractVerification = {
    kind: "registry",
    key: "AlphaCommunityFeeCollector",
    address: ADDRESS,
    verdict: "present",
    codeSize: 24_576,
    codeHash: HASH,
  };
  const network: NetworkFindings = {
    network: "third",
    hardhatNetwork: "third",
    chainId: 100,
    endpoint: HOST,
    block: {
      number: "123456789012",
      hash: HASH,
      timestamp: 1_760_000_000,
    },
    contracts: [contract],
    notes: [],
  };
  const render = (changes: Partial<NetworkFindings>) => {
    const judged = judgeNetwork({ ...network, ...changes });
    const report = verifyReport({ level: "presence" }, [judged]);
    expectValidReport("verify", JSON.parse(JSON.stringify(report)));
    return verifyTable(report, PLAIN);
  };

  it("given everything present, then network, chain, endpoint, block, its time and each contract with its size are shown", () => {
    expectWhole(
      render({}),
      "third · chain 100",
      HOST,
      "block 123456789012 of 2025-10-09T08:53:20Z",
      `✔ present AlphaCommunityFeeCollector ${ADDRESS} 24,576 bytes`,
      "verify (presence): OK",
    );
  });

  for (const [verdict, mark] of [
    ["absent", "✘"],
    ["delegated", "✘"],
    ["unknown", "?"],
  ] as const) {
    it(`given a contract that is ${verdict}, then it stands out by ${mark} and its reason is whole below it`, () => {
      const { codeSize: _size, codeHash: _hash, ...rest } = contract;

      expectWhole(
        render({
          contracts: [{ ...rest, verdict, reason: LONG }],
        }),
        `${mark} ${verdict}`,
        `of 1 contracts, 1 ${verdict}`,
        LONG,
      );
    });
  }

  it("given a network that could not be asked, then its reason is shown, whole, and that there is no endpoint", () => {
    const table = render({
      block: undefined,
      endpoint: null,
      hardhatNetwork: null,
      cause: { outcome: "unknown", reason: LONG },
      contracts: [],
      notes: [LONG],
    });

    expectWhole(table, "no endpoint", LONG, `note: ${LONG}`, "UNKNOWN");
  });

  it("given contracts that are unknown for the network's reason, then it is said once, above them", () => {
    const unread = { ...contract, verdict: "unknown", reason: LONG } as const;
    const { codeSize: _size, codeHash: _hash, ...rest } = unread;
    const table = render({
      block: undefined,
      cause: { outcome: "unknown", reason: LONG },
      contracts: [rest, { ...rest, key: "Other", reason: "why" }],
    });

    expectWhole(table, LONG, "why");
    expect(letters(table).split(letters(LONG))).to.have.length(2);
    expect(table.split("? unknown")).to.have.length(2);
  });

  it("given a proxy, then its kind, its implementation, the verdict on that and why are shown", () => {
    expectWhole(
      render({
        contracts: [
          {
            ...contract,
            proxy: {
              kind: "eip1967",
              implementation: OTHER,
              verdict: "absent",
              reason: LONG,
            },
          },
        ],
      }),
      `upgradable proxy (EIP-1967) to ${OTHER}, which is absent: ${LONG}`,
    );
  });

  it("given several contracts that are skipped for one reason, then it is said once", () => {
    const skipped: ContractVerification = {
      kind: "portal",
      key: "BFactory",
      address: ADDRESS,
      verdict: "skipped",
      reason: "not on a sandbox",
    };

    const table = render({
      contracts: [contract, skipped, { ...skipped, key: "factoryAddress" }],
    });

    expect(table.split("not on a sandbox")).to.have.length(2);
    expect(table.split("– skipped")).to.have.length(3);
  });

  it("given a list's items, then each shows its position", () => {
    expectWhole(
      render({
        contracts: [0, 1].map((index) => ({
          ...contract,
          key: "ERC20Template",
          index,
        })),
      }),
      "ERC20Template[0]",
      "ERC20Template[1]",
    );
  });

  it("given a list of addresses with long names, then each name is whole", () => {
    const key = `${"a very long name ".repeat(12)}合约合约合约合约合约合约合约合约合约`;

    const table = render({ contracts: [{ ...contract, kind: "list", key }] });

    expectWhole(table);
    expect(letters(table)).to.contain(letters(key));
  });
});

describe("statusTable", () => {
  const ok: NetworkStatus = {
    network: "devnet",
    hardhatNetwork: "devnet",
    state: "ok",
    endpoint: HOST,
    chainId: 32456,
    head: {
      number: "123456789",
      hash: HASH,
      timestamp: 1_760_000_000,
      ageSeconds: 4,
    },
    syncing: false,
    clientVersion: "Geth/v1.16.7-stable/linux-amd64/go1.25",
    latencyMs: 12,
  };
  const render = (status: NetworkStatus, outcome: StatusReport["outcome"]) => {
    const report: StatusReport = {
      schemaVersion: 1,
      task: "status",
      outcome,
      networks: [status],
    };
    expectValidReport("status", JSON.parse(JSON.stringify(report)));
    return statusTable(report, PLAIN);
  };

  it("given a node in sync, then state, chain, head, age, endpoint and client are shown", () => {
    expectWhole(
      render(ok, "ok"),
      "✔ ok devnet 32456 123456789 4 s",
      HOST,
      "Geth/v1.16.7-stable/linux-amd64/go1.25",
      "status: OK",
    );
  });

  for (const [state, outcome, mark] of [
    ["syncing", "failed", "✘ syncing"],
    ["stale", "failed", "✘ stale"],
    ["wrong-chain", "failed", "✘ wrong-chain"],
    ["unknown", "unknown", "? unknown"],
  ] as const) {
    it(`given a node that is ${state}, then it stands out and its reason is whole`, () => {
      expectWhole(
        render(
          {
            ...ok,
            state,
            reason: LONG,
            ...(state === "syncing" ? { syncing: { detail: {} } } : {}),
          },
          outcome,
        ),
        mark,
        LONG,
        `status: ${outcome.toUpperCase()}`,
      );
    });
  }

  it("given further endpoints, then each shows how far it is behind, and the highest that it is", () => {
    const { network: _name, hardhatNetwork: _own, ...rest } = ok;
    const { endpoints: _none, ...fields } = rest;
    const node = { ...fields, endpoint: HOST };
    const table = render(
      {
        ...ok,
        endpoints: [
          { ...node, behind: "0" },
          { ...node, behind: "13" },
        ],
      },
      "ok",
    );

    expect(table).to.match(/ok +highest +32456/);
    expect(table).to.match(/ok +-13 +32456/);
  });

  it("given a node that told nothing, then nothing is made up", () => {
    const table = render(
      {
        network: "devnet",
        hardhatNetwork: "devnet",
        state: "unknown",
        endpoint: null,
        reason: "its node URL is not set",
      },
      "unknown",
    );

    expectWhole(table, "? unknown devnet – – – –", "its node URL is not set");
    expect(table).not.to.match(/undefined|null|NaN/);
  });
});

describe("networksTable", () => {
  it("given long names and what is unset, then all of it is shown whole", () => {
    const report: NetworksReport = {
      schemaVersion: 1,
      task: "networks",
      networks: [
        {
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
          unset: Array.from(
            { length: 20 },
            (_, index) => `portal.field${index}`,
          ),
        },
        {
          network: "devnet",
          hardhatNetwork: null,
          sandboxNetwork: null,
          forkNetwork: null,
          chainId: 32456,
          networkId: 32456,
          role: "development network",
          isDefault: false,
          feeToken: null,
          versions: {},
          endpoint: null,
          unset: [],
        },
      ],
    };

    const table = networksTable(report, PLAIN);

    expectWhole(
      table,
      "also: sandbox thirdSandbox, fork thirdFork",
      "registry v4, portal v3, backend v4",
      "portal.field19",
      "devnet (not in Hardhat)",
    );
    expect(table).not.to.contain("…");
    for (const part of ["2147483647", "LONGSYMBOL"]) {
      expect([...part].every((letter) => table.includes(letter))).to.equal(
        true,
      );
    }
  });
});
