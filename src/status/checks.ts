import {
  type Cause,
  type Check,
  type CheckStatus,
  type Finding,
  problemsOf,
} from "../base/problems.ts";
import { combineOutcomes } from "../base/report.ts";
import { oneLine } from "../base/text.ts";
import {
  type NetworkStatus,
  type NodeStatus,
  outcomeOfService,
  outcomeOfState,
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
        checks.flatMap(({ status }) =>
          status === "skipped" || status === "warning" ? [] : [status],
        ),
      ),
    ),
    networks: checked.map(({ network, checks }) => ({
      ...network,
      problems: problemsOf(checks),
    })),
  };
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
  { state, endpoint, note, ...cause }: NodeStatus & { endpoint: string | null },
): Check {
  const status = outcomeOfState(state);
  return {
    group,
    name,
    ...(endpoint === null ? {} : { address: oneLine(endpoint) }),
    status,
    verdict: state,
    findings: [
      ...(status === "ok" ? [] : [findingOf(status, state, cause)]),
      ...noteOf(state, note),
    ],
  };
}

function serviceCheck({
  service,
  state,
  endpoint,
  note,
  ...cause
}: ServiceStatus): Check {
  const status = outcomeOfService(state) ?? "skipped";
  return {
    group: "service",
    name: service,
    ...(endpoint === null ? {} : { address: oneLine(endpoint) }),
    status,
    verdict: state,
    findings: [
      ...(status === "ok" ? [] : [findingOf(status, state, cause)]),
      ...noteOf(state, note),
    ],
  };
}

function noteOf(verdict: string, note: string | undefined): readonly Finding[] {
  return note === undefined ? [] : [findingOf("ok", verdict, { reason: note })];
}

function findingOf(
  status: CheckStatus,
  verdict: string,
  { reason = verdict, remedy }: Partial<Cause>,
): Finding {
  return {
    status,
    verdict,
    reason: oneLine(reason),
    ...(remedy === undefined ? {} : { remedy: oneLine(remedy) }),
  };
}
