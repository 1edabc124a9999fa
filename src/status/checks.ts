import { AssertionError } from "node:assert";
import {
  type CheckedNetwork,
  problemLines,
  requireReport,
} from "../base/problem-lines.ts";
import {
  type Check,
  type CheckStatus,
  findingOf,
  problemsOf,
} from "../base/problems.ts";
import { given } from "../base/records.ts";
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
    ...network,
    problems: problemsOf(statusChecks(network)),
  }));
  const outcomes = networks
    .flatMap(statusChecks)
    .map(({ status }) => status)
    .filter((status) => status !== "skipped");
  return {
    schemaVersion: 1,
    task: "status",
    outcome: combineOutcomes(outcomes),
    networks: checked,
  };
}

/** A network of a report with its checks. */
export function withStatusChecks(network: NetworkStatus): CheckedNetwork {
  return { ...network, rows: statusChecks(network) };
}

/** A network's node, its further endpoints and its services, in this order. */
export function statusChecks(network: NetworkStatus): readonly Check[] {
  const { endpoints = [], services = [] } = network;
  return [
    nodeCheck("node", "node", network),
    ...endpoints.map((status, index) =>
      nodeCheck("endpoint", `endpoints[${index}]`, status),
    ),
    ...services.map((status) =>
      checkOf(SERVICE_OUTCOMES[status.state], status, {
        group: "service",
        name: status.service,
      }),
    ),
  ];
}

function nodeCheck(
  group: "node" | "endpoint",
  name: string,
  node: NodeStatus & { readonly endpoint: string | null },
): Check {
  return checkOf(NODE_OUTCOMES[node.state], node, { group, name });
}

function checkOf(
  status: CheckStatus,
  answer: Pick<
    NetworkStatus | ServiceStatus,
    "state" | "endpoint" | "reason" | "remedy" | "note"
  >,
  named: Pick<Check, "group" | "name">,
): Check {
  const { state: verdict, endpoint, note } = answer;
  const reason = optionalLine(answer.reason);
  const remedy = optionalLine(answer.remedy);
  const address = optionalLine(endpoint ?? undefined);
  const findings = given(
    status !== "ok" && findingOf(status, verdict, { reason, remedy }),
    note !== undefined && findingOf("ok", verdict, { reason: oneLine(note) }),
  );
  return { ...named, status, verdict, address, findings };
}

const HEADLINES = {
  failed: "A node is proven not to be in sync",
  unknown: "It could not be determined whether the nodes are in sync",
} as const;
const SERVICE_HEADLINES = {
  failed: "A node or a service is proven not to be in order",
  unknown:
    "It could not be determined whether the nodes and services are in order",
} as const;

/**
 * Passes if a report of `alpha status` says that every node is in sync, and that
 * every service that was asked is in order.
 *
 * @throws AssertionError of `node:assert` with all that are not, or of which it
 * is unknown, and what to do. HardhatPluginError if it is no report of `alpha status`.
 *
 * @example
 * assertInSync(await hre.alpha.status());
 */
export function assertInSync(report: StatusReport): void {
  requireReport(report, "status");
  const { outcome } = report;
  if (outcome === "ok") {
    return;
  }
  const networks = report.networks.map(withStatusChecks);
  const headlines = report.networks.some(({ services }) => services)
    ? SERVICE_HEADLINES
    : HEADLINES;
  throw new AssertionError({
    message: `${headlines[outcome]}:\n${problemLines(networks)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertInSync",
    stackStartFn: assertInSync,
  });
}
