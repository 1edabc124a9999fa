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
  const states: string[] = [];
  for (const network of networks) {
    for (const { group, name, status, verdict } of statusChecks(network)) {
      if (group === "node") {
        states.push(`${network.network} ${verdict}`);
      } else if (status !== "ok" && status !== "skipped") {
        states.push(`${network.network} ${name} ${verdict}`);
      }
    }
  }
  return states.join(", ");
}

function reasonsOf({ networks }: StatusReport): readonly string[] {
  return networks.flatMap((network) =>
    (network.problems ?? []).map(
      (problem) => `  ${networkLabel(network)}: ${oneLine(explain(problem))}`,
    ),
  );
}
