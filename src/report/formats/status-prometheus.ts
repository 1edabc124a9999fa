import {
  type NodeState,
  type NodeStatus,
  outcomeOfState,
  type StatusReport,
} from "../status-report.ts";

const STATES: readonly NodeState[] = [
  "ok",
  "syncing",
  "stale",
  "wrong-chain",
  "unknown",
];

interface Metric {
  readonly name: string;
  readonly help: string;
  /** The values of one node; `undefined` where it tells none. */
  readonly value: (status: NodeStatus) => string | number | undefined;
}

const METRICS: readonly Metric[] = [
  {
    name: "ethereum_blockchain_height",
    help: "Current height of the canonical chain (EIP-2159).",
    value: ({ head }) => head?.number,
  },
  {
    name: "ethereum_best_known_block_number",
    help: "Estimated highest block available, where the node tells it (EIP-2159).",
    value: ({ head, syncing }) =>
      syncing === false ? head?.number : syncing?.highestBlock,
  },
  {
    name: "alpha_node_head_age_seconds",
    help: "Age of the latest block by the clock of the machine that asked.",
    value: ({ head }) => head?.ageSeconds,
  },
  {
    name: "alpha_node_latency_seconds",
    help: "Time from the request for the latest block to its answer.",
    value: ({ latencyMs }) =>
      latencyMs === undefined ? undefined : latencyMs / 1000,
  },
  {
    name: "alpha_node_up",
    help: "1 if the node is in sync, 0 if it is proven not to be; absent where that is unknown.",
    value: ({ state }) => {
      const outcome = outcomeOfState(state);
      return outcome === "unknown" ? undefined : Number(outcome === "ok");
    },
  },
];

/**
 * The status report in Prometheus' text format, with the metric names of
 * EIP-2159 where there are such. What a node does not tell has no sample.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function statusPrometheus(report: StatusReport): string {
  const nodes = report.networks.flatMap(
    ({ network, hardhatNetwork, endpoints = [], ...main }) =>
      [main, ...endpoints].map((status, index) => ({
        status,
        labels: labelsOf({
          network,
          hardhat_network: hardhatNetwork ?? "",
          endpoint: status.endpoint ?? "",
          // Two endpoints may have one origin, but samples need labels of their own.
          index: String(index),
        }),
      })),
  );
  const metrics = METRICS.flatMap(({ name, help, value }) => {
    const samples = nodes.flatMap(({ labels, status }) => {
      const number = value(status);
      return number === undefined ? [] : [`${name}{${labels}} ${number}`];
    });
    return samples.length === 0 ? [] : [...head(name, help), ...samples];
  });
  const states = nodes.flatMap(({ labels, status }) =>
    STATES.map(
      (state) =>
        `alpha_node_state{${labels},state="${state}"} ${Number(state === status.state)}`,
    ),
  );
  return [
    ...metrics,
    ...head(
      "alpha_node_state",
      "1 for the state that the node is in, 0 for the others.",
    ),
    ...states,
  ].join("\n");
}

function head(name: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`];
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(",");
}

function escapeLabel(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll('"', '\\"');
}
