import { explain } from "../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../src/base/text.ts";
import { statusChecks } from "../../src/status/checks.ts";
import type { StatusReport } from "../../src/status/report.ts";
import { writeToStream } from "../cli/output.ts";
import type { OutputStream } from "../cli/style.ts";
import { redraw } from "./redraw.ts";

/** How often a wait that has not changed says why it continues, in ms. */
const REMINDER = 30_000;

/**
 * Shows on a stream what a wait is for: on a terminal, redrawn, else
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
      draw(lines);
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
