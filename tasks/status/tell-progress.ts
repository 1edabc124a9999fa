import type { WriteStream } from "node:tty";

import { syncBars } from "../../src/report/formats/sync-bars.ts";
import {
  outcomeOfService,
  type StatusReport,
} from "../../src/report/status-report.ts";
import { writeToStream } from "../write-to-stream.ts";
import { redraw } from "./redraw.ts";

/**
 * Tells on a stream what a wait is for: redrawn with progress bars on a
 * terminal, else a line whenever a state changes.
 */
export function tellProgress(
  stream: WriteStream,
): (report: StatusReport) => void {
  let last = "";
  const draw = redraw(stream);
  return (report) => {
    const states = report.networks
      .flatMap(({ network, state, services = [] }) => [
        `${network} ${state}`,
        ...services
          .filter((status) => outcomeOfService(status.state) !== "ok")
          .map((status) => `${network} ${status.service} ${status.state}`),
      ])
      .join(", ");
    const line = `waiting: ${states}`;
    if (stream.isTTY) {
      draw([line, syncBars(report)].filter((text) => text !== "").join("\n"));
    } else if (line !== last) {
      // Progress that cannot be told is no reason to end.
      void writeToStream(stream, `${line}\n`).catch(() => {});
    }
    last = line;
  };
}
