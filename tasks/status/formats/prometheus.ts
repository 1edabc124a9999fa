import type { CheckStatus } from "../../../src/base/problems.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import {
  NODE_OUTCOMES,
  type NodeStatus,
  SERVICE_OUTCOMES,
  type ServiceStatus,
  type StatusReport,
} from "../../../src/status/report.ts";
import {
  type Labelled,
  labelsOf,
  type Metric,
  metricsOf,
  stateMetric,
} from "../../monitor/prometheus-lines.ts";

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
    name: "alpha_node_answer_timestamp_seconds",
    help: "Time of this answer by the clock of the querying machine.",
    value: ({ head }) => head && head.timestamp + head.ageSeconds,
  },
  {
    name: "alpha_node_up",
    help: "1 if the node answers and is in sync, 0 if not, or if that is unknown: see alpha_node_state.",
    value: ({ state }) => isUp(NODE_OUTCOMES[state]),
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
    help: "1 if the service answers and is ok, 0 if not, or if that is unknown: see alpha_service_state.",
    value: ({ state }) => isUp(SERVICE_OUTCOMES[state]),
  },
];

/**
 * The status report in the Prometheus text format, with the metric names of
 * EIP-2159 where it defines one. Unknown values have no sample.
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
    ...stateMetric("node", Object.keys(NODE_OUTCOMES), nodes),
    ...metricsOf(SERVICE_METRICS, services),
    ...stateMetric("service", Object.keys(SERVICE_OUTCOMES), services),
  ].join("\n");
}

/**
 * As `up` of Prometheus: 0 also for what does not answer, since rules never fire on a
 * sample that is missing. What was not queried has no sample.
 */
function isUp(status: CheckStatus): number | undefined {
  return status === "skipped" ? undefined : Number(status === "ok");
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
