import { explain } from "../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../src/base/text.ts";
import { statusChecks } from "../../src/status/checks.ts";
import type { NodeStatus, StatusReport } from "../../src/status/report.ts";
import { writeToStream } from "../cli/output.ts";
import type { OutputStream } from "../cli/style.ts";
import { redraw } from "./redraw.ts";

/** How often a wait that has not changed says why it continues, in ms. */
const REMINDER = 30_000;

/**
 * Shows on a stream what a wait is for: on a terminal, redrawn with progress bars, else
 * when a state changes, and every 30 seconds.
 *
 * @param now the time in ms
 */
export function showProgress(
  stream: OutputStream,
  now = () => performance.now(),
): (report: StatusReport) => void {
  let last: { readonly states: string; readonly at: number } | undefined;
  const draw = redraw(stream);
  return (report) => {
    const states = `waiting: ${statesOf(report)}`;
    const lines = [states, ...reasonsOf(report)].join("\n");
    if (stream.isTTY) {
      draw(lines, syncBars(report));
    } else if (states !== last?.states || now() - last.at >= REMINDER) {
      last = { states, at: now() };
      // The wait continues without progress output.
      void writeToStream(stream, `${lines}\n`).catch(() => {});
    }
  };
}

function statesOf({ networks }: StatusReport): string {
  return networks
    .flatMap((network) =>
      statusChecks(network).flatMap(({ group, name, status, verdict }) =>
        group === "node"
          ? [`${network.network} ${verdict}`]
          : status === "ok" || status === "skipped"
            ? []
            : [`${network.network} ${name} ${verdict}`],
      ),
    )
    .join(", ");
}

function reasonsOf({ networks }: StatusReport): readonly string[] {
  return networks.flatMap((network) =>
    (network.problems ?? []).map(
      (problem) => `  ${networkLabel(network)}: ${oneLine(explain(problem))}`,
    ),
  );
}

const NAME_WIDTH = 10;
const BAR_WIDTH = 40;

/** A bar for each syncing node that reports its progress. */
export function syncBars(report: StatusReport): string {
  return report.networks
    .flatMap((status) => {
      const fraction = syncFraction(status);
      return fraction === undefined
        ? []
        : [
            `${status.network.padEnd(NAME_WIDTH)}${bar(fraction)} ${(100 * fraction).toFixed(1)} %`,
          ];
    })
    .join("\n");
}

function bar(fraction: number): string {
  const done = Math.round(fraction * BAR_WIDTH);
  return "█".repeat(done) + "░".repeat(BAR_WIDTH - done);
}

/**
 * The progress of a syncing node, from 0 to below 1; `undefined` if it is unknown,
 * because the node reports no heights or only indexes.
 */
export function syncFraction({ syncing }: NodeStatus): number | undefined {
  const { startingBlock = "0", currentBlock, highestBlock } = syncing || {};
  if (currentBlock === undefined || highestBlock === undefined) {
    return undefined;
  }
  const start = BigInt(startingBlock);
  const current = BigInt(currentBlock);
  const highest = BigInt(highestBlock);
  if (current >= highest || start > current) {
    return undefined;
  }
  // Heights may have more digits than a number.
  return Number((10_000n * (current - start)) / (highest - start)) / 10_000;
}
