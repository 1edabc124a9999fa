import { AssertionError } from "node:assert";
import { findingList, networkLabel, oneLine } from "../base/text.ts";
import {
  type NetworkStatus,
  outcomeOfService,
  outcomeOfState,
  type StatusReport,
} from "./report.ts";

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
 * is unknown.
 *
 * @example
 * assertInSync(await hre.alpha.status());
 */
export function assertInSync(report: StatusReport): void {
  const { outcome } = report;
  if (outcome === "ok") {
    return;
  }
  const findings = report.networks.flatMap(findingsOf);
  const lines = (["failed", "unknown"] as const).flatMap((wanted) =>
    findings
      .filter((finding) => finding.outcome === wanted)
      .map(({ text }) => oneLine(text)),
  );
  const headlines = report.networks.some(({ services }) => services)
    ? SERVICE_HEADLINES
    : HEADLINES;
  throw new AssertionError({
    message: `${headlines[outcome]}:\n${findingList(lines)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertInSync",
    stackStartFn: assertInSync,
  });
}

function findingsOf(network: NetworkStatus) {
  const { endpoint, endpoints = [], services = [] } = network;
  const label = networkLabel(network);
  const nodes = [{ ...network, endpoint }, ...endpoints].map((node) => ({
    outcome: outcomeOfState(node.state),
    text: `${label}: ${textOf(node)}`,
  }));
  const others = services.map((status) => ({
    outcome: outcomeOfService(status.state),
    text: `${label}, ${status.service}: ${textOf(status)}`,
  }));
  return [...nodes, ...others];
}

function textOf({
  endpoint,
  state,
  reason,
}: {
  readonly endpoint: string | null;
  readonly state: string;
  readonly reason?: string;
}): string {
  return `${endpoint ?? "no endpoint"} ${state}${reason === undefined ? "" : `: ${reason}`}`;
}
