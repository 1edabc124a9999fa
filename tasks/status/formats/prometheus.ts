import type { Outcome } from "../../../src/base/report.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import {
  type NodeState,
  type NodeStatus,
  outcomeOfService,
  outcomeOfState,
  type ServiceState,
  type ServiceStatus,
  type StatusReport,
} from "../../../src/status/report.ts";

const STATES: readonly NodeState[] = [
  "ok",
  "syncing",
  "stale",
  "wrong-chain",
  "unknown",
];

const SERVICE_STATES: readonly ServiceState[] = [
  "ok",
  "lagging",
  "failing",
  "wrong",
  "unknown",
  "skipped",
];

interface Metric<T> {
  readonly name: string;
  readonly help: string;
  /** The value of one node or service; `undefined` if it is unknown. */
  readonly value: (status: T) => string | number | undefined;
}

/** One node or service, and the labels of its samples. */
interface Labelled<T> {
  readonly status: T;
  readonly labels: string;
}

const NODE_METRICS: readonly Metric<NodeStatus>[] = [
  {
    name: "ethereum_blockchain_height",
    help: "Current height of the canonical chain (EIP-2159).",
    value: ({ head }) => head?.number,
  },
  {
    name: "ethereum_best_known_block_number",
    help: "Estimated highest block available, if the node reports it (EIP-2159).",
    value: ({ head, syncing }) =>
      syncing === false ? head?.number : syncing?.highestBlock,
  },
  {
    name: "alpha_node_head_age_seconds",
    help: "Age of the latest block by the clock of the querying machine.",
    value: ({ head }) => head?.ageSeconds,
  },
  {
    name: "alpha_node_latency_seconds",
    help: "Time from the request for the latest block to its answer.",
    value: ({ latencyMs }) => seconds(latencyMs),
  },
  {
    name: "alpha_node_up",
    help: "1 if the node is in sync, 0 if it is proven not to be; absent if unknown.",
    value: ({ state }) => isUp(outcomeOfState(state)),
  },
];

const SERVICE_METRICS: readonly Metric<ServiceStatus>[] = [
  {
    name: "alpha_service_block_height",
    help: "The last block that the subgraph has indexed.",
    value: ({ block }) => block,
  },
  {
    name: "alpha_service_lag_blocks",
    help: "How many blocks the subgraph is behind the node; absent if unknown.",
    value: ({ lagBlocks }) => lagBlocks,
  },
  {
    name: "alpha_service_latency_seconds",
    help: "Time from the request to the service to its answer.",
    value: ({ latencyMs }) => seconds(latencyMs),
  },
  {
    name: "alpha_service_up",
    help: "1 if the service is ok, 0 if it is proven not to be; absent if unknown.",
    value: ({ state }) => isUp(outcomeOfService(state)),
  },
];

/**
 * The status report in the Prometheus text format, with the metric names of
 * EIP-2159 where it defines one. Unknown values have no sample.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function statusPrometheus(report: StatusReport): string {
  const nodes: Labelled<NodeStatus>[] = [];
  const services: Labelled<ServiceStatus>[] = [];
  for (const one of report.networks) {
    const { network, hardhatNetwork, endpoints = [], ...main } = one;
    const common = { network, hardhat_network: hardhatNetwork ?? "" };
    for (const [index, status] of [main, ...endpoints].entries()) {
      const endpoint = status.endpoint ?? "";
      // Two endpoints may have the same origin, but samples need unique labels.
      const labels = labelsOf({ ...common, endpoint, index: `${index}` });
      nodes.push({ status, labels });
    }
    for (const status of one.services ?? []) {
      const { service, endpoint } = status;
      const labels = labelsOf({
        ...common,
        service,
        endpoint: endpoint ?? "",
      });
      services.push({ status, labels });
    }
  }
  return [
    `# ${generatedBy("alpha status --format prometheus")}`,
    ...metricsOf(NODE_METRICS, nodes),
    ...stateMetric("node", STATES, nodes),
    ...metricsOf(SERVICE_METRICS, services),
    ...stateMetric("service", SERVICE_STATES, services),
  ].join("\n");
}

/** What is unknown of all has no metric. */
function metricsOf<T>(
  metrics: readonly Metric<T>[],
  all: readonly Labelled<T>[],
): readonly string[] {
  return metrics.flatMap(({ name, help, value }) => {
    const samples = all.flatMap(({ labels, status }) => {
      const number = value(status);
      return number === undefined ? [] : [`${name}{${labels}} ${number}`];
    });
    return samples.length === 0
      ? []
      : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples];
  });
}

function stateMetric<S extends string>(
  subject: "node" | "service",
  states: readonly S[],
  all: readonly Labelled<{ readonly state: S }>[],
): readonly string[] {
  const metric: Metric<number> = {
    name: `alpha_${subject}_state`,
    help: `1 for the state that the ${subject} is in, 0 for the others.`,
    value: (isInState) => isInState,
  };
  const samples = all.flatMap(({ labels, status }) =>
    states.map((state) => ({
      labels: `${labels},state="${state}"`,
      status: Number(state === status.state),
    })),
  );
  return metricsOf([metric], samples);
}

/** 1 or 0 for what is proven; `undefined` if it is unknown. */
function isUp(outcome: Outcome | undefined): number | undefined {
  return outcome === undefined || outcome === "unknown"
    ? undefined
    : Number(outcome === "ok");
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(",");
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
