import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WriteStream } from "node:tty";
import type { StatusReport } from "../../src/status/report.ts";
import { styleFor } from "../cli/style.ts";
import { statusTable } from "./formats/table.ts";
import { redraw, syncBars } from "./progress.ts";

/** Between the end of one query and the next, in ms. */
const INTERVAL = 2_000;

/**
 * Shows the status on a terminal and refreshes it until Ctrl-C, which also ends the
 * requests of the query.
 *
 * @returns the last report; `undefined` if there is none yet.
 */
export async function watch(
  query: (signal: AbortSignal) => Promise<StatusReport>,
  stream: WriteStream,
): Promise<StatusReport | undefined> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end);
  const draw = redraw(stream);
  const stopped = once(stop.signal, "abort").then(() => undefined);
  let last: StatusReport | undefined;
  try {
    while (!stop.signal.aborted) {
      const report = await Promise.race([query(stop.signal), stopped]);
      if (report === undefined || stop.signal.aborted) {
        break;
      }
      last = report;
      const style = styleFor(stream);
      draw(
        [
          statusTable(report, style),
          syncBars(report),
          style.faint("Press Ctrl-C to stop."),
        ]
          .filter((text) => text !== "")
          .join("\n"),
      );
      await sleep(INTERVAL, undefined, { signal: stop.signal }).catch(() => {});
    }
    return last;
  } finally {
    process.removeListener("SIGINT", end);
  }
}
