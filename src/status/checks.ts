import {
  type Check,
  type CheckedNetwork,
  findingOf,
  problemsOf,
} from "../base/problems.ts";
import { combineOutcomes } from "../base/report.ts";
import { oneLine, optionalLine } from "../base/text.ts";
import {
  type NetworkStatus,
  NODE_OUTCOMES,
  type NodeStatus,
  SERVICE_OUTCOMES,
  type ServiceStatus,
  type StatusReport,
} from "./report.ts";

/** The report of networks that were asked, with what is wrong with each. */
export function statusReport(networks: readonly NetworkStatus[]): StatusReport {
  const checked = networks.map((network) => ({
    network,
    checks: statusChecks(network),
  }));
  return {
    schemaVersion: 1,
    task: "status",
    outcome: combineOutcomes(
      checked.flatMap(({ checks }) =>
        checks.flatMap(({ status }) => (status === "skipped" ? [] : [status])),
      ),
    ),
    networks: checked.map(({ network, checks }) => ({
      ...network,
      problems: problemsOf(checks),
    })),
  };
}

/** A network of a report with its checks. */
export function withStatusChecks(network: NetworkStatus): CheckedNetwork {
  return { ...network, checks: statusChecks(network) };
}

/** A network's node, its further endpoints and its services, in this order. */
export function statusChecks(network: NetworkStatus): readonly Check[] {
  const { endpoint, endpoints = [], services = [] } = network;
  return [
    nodeCheck("node", "node", { ...network, endpoint }),
    ...endpoints.map((status, index) =>
      nodeCheck("endpoint", `endpoints[${index}]`, status),
    ),
    ...services.map(serviceCheck),
  ];
}

function nodeCheck(
  group: "node" | "endpoint",
  name: string,
  { state, ...node }: NodeStatus & { readonly endpoint: string | null },
): Check {
  const status = NODE_OUTCOMES[state];
  return checkOf({ group, name, status, verdict: state }, node);
}

function serviceCheck({ service, state, ...answer }: ServiceStatus): Check {
  const status = SERVICE_OUTCOMES[state];
  const group = "service";
  return checkOf({ group, name: service, status, verdict: state }, answer);
}

function checkOf(
  check: Omit<Check, "address" | "source" | "findings">,
  {
    endpoint,
    reason,
    remedy,
    note,
  }: Pick<NodeStatus, "reason" | "remedy" | "note"> & {
    readonly endpoint: string | null;
  },
): Check {
  const { status, verdict } = check;
  const why = { reason: optionalLine(reason), remedy: optionalLine(remedy) };
  return {
    ...check,
    address: optionalLine(endpoint ?? undefined),
    findings: [
      ...(status === "ok" ? [] : [findingOf(status, verdict, why)]),
      ...(note === undefined
        ? []
        : [findingOf("ok", verdict, { reason: oneLine(note) })]),
    ],
  };
}
