import { AssertionError } from "node:assert";

import { networkLabel } from "../report/network-label.ts";
import { oneLine } from "../report/one-line.ts";
import {
  type NodeStatus,
  outcomeOfState,
  type StatusReport,
} from "../report/status-report.ts";
import { findingList } from "./finding-list.ts";

const HEADLINES = {
  failed: "A node is proven not to be in sync",
  unknown: "It could not be determined whether the nodes are in sync",
} as const;

/**
 * Passes if a report of `alpha status` says that every node is in sync.
 *
 * @throws AssertionError of `node:assert` with all nodes that are not, or of
 * which it is unknown.
 *
 * @example
 * assertInSync(await hre.alpha.status());
 */
export function assertInSync(report: StatusReport): void {
  const { outcome } = report;
  if (outcome === "ok") {
    return;
  }
  const nodes = report.networks.flatMap((network) =>
    [network, ...(network.endpoints ?? [])].map(
      (node: NodeStatus & { readonly endpoint: string | null }) => ({
        ...node,
        label: networkLabel(network),
      }),
    ),
  );
  const lines = (["failed", "unknown"] as const).flatMap((wanted) =>
    nodes
      .filter(({ state }) => outcomeOfState(state) === wanted)
      .map(({ label, endpoint, state, reason }) =>
        oneLine(
          `${label}: ${endpoint ?? "no endpoint"} ${state}${reason === undefined ? "" : `: ${reason}`}`,
        ),
      ),
  );
  throw new AssertionError({
    message: `${HEADLINES[outcome]}:\n${findingList(lines)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertInSync",
    stackStartFn: assertInSync,
  });
}
