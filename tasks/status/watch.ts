import { setTimeout as sleep } from "node:timers/promises";
import { networkLabel } from "../../src/base/text.ts";
import type { StatusReport } from "../../src/status/report.ts";
import type { WatchedQuery } from "../../src/status/silent-nodes.ts";
import { emit, type TaskOutput } from "../cli/output.ts";
import {
  type OutputStream,
  outcomeMark,
  styleFor,
  type TextStyle,
} from "../cli/style.ts";
import { nodeTable } from "./formats/table.ts";
import { redraw } from "./redraw.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The steps of a watch until it is stopped. */
export interface Watch {
  readonly query: (
    signal: AbortSignal,
    watched: WatchedQuery,
  ) => Promise<StatusReport>;
  readonly show: (report: StatusReport) => Promise<void> | void;
  /** Between the end of one query and the next, in ms. */
  readonly interval: number;
}

/**
 * Queries again and again, until Ctrl-C or SIGTERM, which also end the requests of the
 * query.
 *
 * @returns the last report that was shown, which may be one with silent nodes; `undefined`
 *   if there is none yet.
 */
export async function watch({
  query,
  show,
  interval,
}: Watch): Promise<StatusReport | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  const end = () => stop.abort();
  for (const name of SIGNALS) {
    process.once(name, end);
  }
  let complete: StatusReport | undefined;
  let last: StatusReport | undefined;
  try {
    while (!signal.aborted) {
      let shown = Promise.resolve();
      const report = await query(signal, {
        interval,
        before: complete,
        onSilent: (silent) => {
          shown = shown
            .then(() => show(silent))
            .then(() => {
              last = silent;
            })
            // What cannot be shown fails with the next report.
            .catch(() => {});
        },
      });
      await shown;
      if (signal.aborted) {
        break;
      }
      complete = report;
      last = report;
      await show(report);
      await sleep(interval, undefined, { signal }).catch(() => {});
    }
    return last;
  } finally {
    for (const name of SIGNALS) {
      process.removeListener(name, end);
    }
  }
}

/**
 * Draws reports on a terminal, with the time and since when a network has its state.
 *
 * @param now the time
 */
export function drawReports(
  stream: OutputStream,
  now = () => new Date(),
): Watch["show"] {
  const draw = redraw(stream);
  const states = new Map<string, { state: string; since: string }>();
  return (report) => {
    const style = styleFor(stream);
    const time = now().toTimeString().slice(0, "HH:MM:SS".length);
    const since = report.networks.map((network) => {
      const label = networkLabel(network);
      const { state } = network;
      const known = states.get(label);
      const current = known?.state === state ? known : { state, since: time };
      states.set(label, current);
      return `${label} ${state} since ${current.since}`;
    });
    const footer = [
      `status: ${outcomeMark(report.outcome, style)} at ${time} · ${since.join(" · ")}`,
      style.faint("Press Ctrl-C to stop."),
    ];
    draw(`${nodeTable(report, style)}\n`, footer.join("\n"));
  };
}

/** Writes each report to a file in place of the one before. Only the first is announced. */
export function writeReports(
  format: (report: StatusReport, style: TextStyle) => string,
  output: TaskOutput,
): Watch["show"] {
  let quiet = output.quiet;
  return async (report) => {
    await emit((style) => format(report, style), { ...output, quiet });
    quiet = true;
  };
}
