import { AssertionError } from "node:assert";
import { expect } from "chai";
import type { Outcome } from "../../../src/base/report.ts";
import { assertInSync } from "../../../src/status/checks.ts";
import type {
  ServiceStatus,
  StatusReport,
} from "../../../src/status/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { statusPrometheus } from "../../../tasks/status/formats/prometheus.ts";
import { statusTable } from "../../../tasks/status/formats/table.ts";
import { expectValidReport, isValidReport } from "../../support/schema.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const ADDRESS = `0x${"cd".repeat(20)}` as const;

const PROVIDER: ServiceStatus = {
  service: "provider",
  state: "ok",
  endpoint: "https://provider.example",
  software: "Provider",
  version: "2.1.6",
  providerAddress: { expected: ADDRESS, actual: ADDRESS },
  latencyMs: 20,
};
const CACHE: ServiceStatus = {
  service: "metadataCache",
  state: "ok",
  endpoint: "https://cache.example",
  latencyMs: 30,
};
const SUBGRAPH: ServiceStatus = {
  service: "subgraph",
  state: "ok",
  endpoint: "https://subgraph.example",
  block: "120",
  lagBlocks: "3",
  latencyMs: 500,
};

function reportOf(
  services: readonly object[],
  outcome: Outcome = "ok",
): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify({
      schemaVersion: 1,
      task: "status",
      outcome,
      networks: [
        {
          network: "devnet",
          hardhatNetwork: "devnet",
          endpoint: "https://node.example",
          state: "ok",
          chainId: 32456,
          syncing: false,
          latencyMs: 250,
          head: { number: "123", hash: HASH, timestamp: 1, ageSeconds: 4 },
          services,
        },
      ],
    }),
  );
}

const valid = (services: readonly object[], outcome?: Outcome): StatusReport =>
  expectValidReport("status", reportOf(services, outcome));

const change = (status: ServiceStatus, changes: object) => ({
  ...status,
  ...changes,
});
const SKIPPED = (["provider", "metadataCache", "subgraph"] as const).map(
  (service): ServiceStatus => ({
    service,
    state: "skipped",
    endpoint: null,
    reason: "r",
  }),
);
const LAGGING = change(SUBGRAPH, {
  state: "lagging",
  lagBlocks: "31",
  reason: "it lags",
});
const UNSET = {
  service: "metadataCache",
  state: "unknown",
  endpoint: null,
  reason: "its URL is not set",
  remedy: "Set it.",
} as const;

describe("services in the schema of alpha status", () => {
  for (const [title, services, outcome] of [
    ["all skipped, which counts for nothing", SKIPPED, "ok"],
    ["an unset one", [PROVIDER, UNSET, SUBGRAPH], "unknown"],
    ["a lagging and an unset one", [PROVIDER, UNSET, LAGGING], "failed"],
  ] as const) {
    it(`given ${title}, then the report is valid if it is ${outcome}, and not otherwise`, () => {
      valid(services, outcome);
      for (const other of ["ok", "failed", "unknown"] as const) {
        expect(isValidReport("status", reportOf(services, other))).to.equal(
          other === outcome,
        );
      }
    });
  }

  for (const [title, services, outcome] of [
    [
      "a path in an endpoint",
      [change(PROVIDER, { endpoint: "https://host/key" }), CACHE, SUBGRAPH],
      "ok",
    ],
  ] as const) {
    it(`given ${title}, then the report is not valid`, () => {
      expect(isValidReport("status", reportOf(services, outcome))).to.equal(
        false,
      );
    });
  }
});

describe("services in the table", () => {
  it("has a row each below the node, with block, lag, name and reason", () => {
    const table = statusTable(
      valid([PROVIDER, UNSET, LAGGING], "failed"),
      PLAIN,
    );

    expect(table.split("\n")).to.deep.equal([
      "state      network   chain   head      age       endpoint",
      "✔ ok       devnet    32456   123       4 s       https://node.example",
      "✔ ok       provider  –       –         –         https://provider.example",
      "           Provider 2.1.6",
      "? unknown  metadata  –       –         –         –",
      "           its URL is not set. Set it.",
      "✘ lagging  subgraph  –       120       31 behind https://subgraph.example",
      "           it lags",
      "",
      "status: FAILED",
    ]);
  });
});

describe("services for Prometheus", () => {
  const LABELS =
    'network="devnet",hardhat_network="devnet",service="subgraph",endpoint="https://subgraph.example"';
  const print = (...parameters: Parameters<typeof valid>) =>
    statusPrometheus(valid(...parameters)).split("\n");

  it("has block, lag, latency and whether it is up", () => {
    expect(print([PROVIDER, CACHE, SUBGRAPH])).to.include.members([
      "# TYPE alpha_service_lag_blocks gauge",
      `alpha_service_block_height{${LABELS}} 120`,
      `alpha_service_lag_blocks{${LABELS}} 3`,
      `alpha_service_latency_seconds{${LABELS}} 0.5`,
      `alpha_service_up{${LABELS}} 1`,
      `alpha_service_state{${LABELS},state="ok"} 1`,
      `alpha_service_state{${LABELS},state="lagging"} 0`,
    ]);
  });

  it("is not up where it is proven wrong or unknown, and has no sample where it was skipped", () => {
    const lines = print([PROVIDER, UNSET, LAGGING], "failed");

    expect(lines).to.include(`alpha_service_up{${LABELS}} 0`);
    expect(
      lines.filter((line) => /^alpha_service_up\{.* 0$/.test(line)),
    ).to.have.length(2);
    expect(
      print(SKIPPED).filter((line) => line.startsWith("alpha_service_up")),
    ).to.deep.equal([]);
  });

  it("names every metric once, its samples together, no series twice, and exactly one state of each service", () => {
    const lines = print([PROVIDER, UNSET, LAGGING], "failed");
    const types = lines.filter((line) => line.startsWith("# TYPE "));
    const series = lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.replace(/ [^ ]+$/, ""));
    const names = series.map((line) => line.replace(/\{.*/, ""));
    const runs = names.filter((name, index) => name !== names[index - 1]);

    expect(new Set(types).size).to.equal(types.length);
    expect(new Set(series).size).to.equal(series.length);
    expect(new Set(runs).size).to.equal(runs.length);
    expect(
      lines.filter((line) => /^alpha_service_state\{.* 1$/.test(line)),
    ).to.have.length(3);
  });
});

describe("services in an assertion", () => {
  it("given a lagging and an unset one, then both are named, what is proven first", () => {
    expect(() =>
      assertInSync(valid([PROVIDER, UNSET, LAGGING], "failed")),
    ).to.throw(
      AssertionError,
      [
        "A node or a service is proven not to be in order:",
        "  devnet: subgraph https://subgraph.example lagging: it lags",
        "  devnet: metadataCache unknown: its URL is not set",
        "    Set it.",
      ].join("\n"),
    );
  });
});
