import { expect } from "chai";
import type {
  NetworkStatus,
  StatusReport,
} from "../../../src/status/report.ts";
import { statusPrometheus } from "../../../tasks/status/formats/prometheus.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const OK: NetworkStatus = {
  network: "devnet",
  hardhatNetwork: "devnet",
  endpoint: "https://node.example",
  state: "ok",
  chainId: 32456,
  syncing: false,
  latencyMs: 250,
  head: { number: "123", hash: HASH, timestamp: 1, ageSeconds: 4 },
};
const LABELS =
  'network="devnet",hardhat_network="devnet",endpoint="https://node.example",index="0"';
/** A comment, or a sample with escaped labels and a number. */
const LINE =
  /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)+\} [0-9.]+)$/;

function print(...networks: readonly NetworkStatus[]): readonly string[] {
  const report: StatusReport = {
    schemaVersion: 1,
    task: "status",
    outcome: "unknown",
    networks,
  };
  return statusPrometheus(report).split("\n");
}

describe("the status report for Prometheus", () => {
  it("has EIP-2159's names for the height and the best known block", () => {
    const lines = print(OK);

    expect(lines).to.include(`ethereum_blockchain_height{${LABELS}} 123`);
    expect(lines).to.include(`ethereum_best_known_block_number{${LABELS}} 123`);
    expect(lines).to.include("# TYPE ethereum_blockchain_height gauge");
  });

  it("gives seconds, as the unit in the name says", () => {
    expect(print(OK)).to.include(`alpha_node_latency_seconds{${LABELS}} 0.25`);
  });

  it("has the best known block of a syncing node only if it tells it", () => {
    const { head } = OK;
    const syncing = {
      ...OK,
      ...(head === undefined ? {} : { head }),
      state: "syncing",
    } as const;

    expect(
      print({ ...syncing, syncing: { highestBlock: "900", detail: {} } }),
    ).to.include(`ethereum_best_known_block_number{${LABELS}} 900`);
    expect(
      print({ ...syncing, syncing: { detail: {} } }).join("\n"),
    ).not.to.include("ethereum_best_known_block_number{");
  });

  it("is down where the node is proven wrong, and has no sample where that is unknown", () => {
    const stale = { ...OK, state: "stale", reason: "old" } as const;
    const unknown = { ...OK, state: "unknown", reason: "?" } as const;

    expect(print(OK)).to.include(`alpha_node_up{${LABELS}} 1`);
    expect(print(stale)).to.include(`alpha_node_up{${LABELS}} 0`);
    expect(print(unknown).join("\n")).not.to.include("alpha_node_up{");
  });

  it("has exactly one state of a node at 1", () => {
    const states = print({ ...OK, state: "stale", reason: "old" }).filter(
      (line) => line.startsWith("alpha_node_state{"),
    );

    expect(states.filter((line) => line.endsWith(" 1"))).to.deep.equal([
      `alpha_node_state{${LABELS},state="stale"} 1`,
    ]);
    expect(states).to.have.length(5);
  });

  it("tells endpoints of one origin apart", () => {
    const lines = print({
      ...OK,
      endpoints: [{ endpoint: "https://node.example", state: "ok" }],
    }).filter((line) => !line.startsWith("#"));

    const series = lines.map((line) => line.replace(/ [^ ]+$/, ""));
    expect(new Set(series).size).to.equal(series.length);
  });

  it("escapes what could break out of a label", () => {
    const lines = print({ ...OK, hardhatNetwork: 'a"b\\c\nd' });

    expect(lines.filter((line) => !LINE.test(line))).to.deep.equal([]);
  });
});
