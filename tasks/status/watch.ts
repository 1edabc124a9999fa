import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { explain } from "../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../src/base/text.ts";
import { statusChecks } from "../../src/status/checks.ts";
import type { StatusReport } from "../../src/status/report.ts";
import type { WatchedQuery } from "../../src/status/silent-nodes.ts";
import { emit, type TaskOutput, writeToStream } from "../cli/output.ts";
import {
  type OutputStream,
  outcomeMark,
  styleFor,
  type TextStyle,
} from "../cli/style.ts";
import { nodeTable } from "./formats/table.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The steps of a watch until it is stopped. */
interface Watch {
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

type Terminal = Omit<OutputStream, "isTTY">;

/**
 * Draws texts on a terminal, each replacing the previous one. What scrolled off the
 * screen could not be replaced, so a text that is too long is cut above its footer.
 */
export function redraw(
  stream: Terminal,
): (text: string, footer?: string) => void {
  let drawn = 0;
  return (text, footer = "") => {
    if (drawn > 0) {
      moveCursor(stream, 0, -drawn);
      cursorTo(stream, 0);
      clearScreenDown(stream);
    }
    const lines = cut(linesOf(text), linesOf(footer), stream);
    stream.write(`${lines.join("\n")}\n`);
    drawn = rowsOf(lines, stream);
  };
}

const linesOf = (text: string) => (text === "" ? [] : text.split("\n"));

/** The first lines, and the footer, which needs no more than the screen has. */
function cut(
  lines: readonly string[],
  footer: readonly string[],
  stream: Terminal,
): readonly string[] {
  const { rows = 0 } = stream;
  // The cursor takes a row, and a terminal that does not tell its height has none.
  const space = rows - 1;
  if (rows <= 0 || rowsOf([...lines, ...footer], stream) <= space) {
    return [...lines, ...footer];
  }
  let count = lines.length;
  const shown = () => [
    ...lines.slice(0, count),
    `… ${lines.length - count} more lines`,
    ...footer,
  ];
  while (count > 0 && rowsOf(shown(), stream) > space) {
    count--;
  }
  return count > 0 ? shown() : footer.slice(-Math.max(1, space));
}

/**
 * How many rows of a terminal lines take. A terminal of unknown width, as in many
 * containers, has 0 columns. There a line counts as one row, since moving up too far
 * would erase other output.
 */
function rowsOf(lines: readonly string[], { columns }: Terminal): number {
  return lines
    .map((line) => stripVTControlCharacters(line).length)
    .map((length) =>
      columns > 0 ? Math.max(1, Math.ceil(length / columns)) : 1,
    )
    .reduce((sum, rows) => sum + rows, 0);
}

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
