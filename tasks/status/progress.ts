import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { WriteStream } from "node:tty";
import { stripVTControlCharacters } from "node:util";
import { statusChecks } from "../../src/status/checks.ts";
import type { NodeStatus, StatusReport } from "../../src/status/report.ts";
import { writeToStream } from "../cli/output.ts";

/**
 * Shows on a stream what a wait is for: on a terminal, redrawn with progress bars, else
 * a line whenever a state changes.
 */
export function showProgress(
  stream: WriteStream,
): (report: StatusReport) => void {
  let last = "";
  const draw = redraw(stream);
  return (report) => {
    const states = report.networks
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
    const line = `waiting: ${states}`;
    if (stream.isTTY) {
      draw([line, syncBars(report)].filter((text) => text !== "").join("\n"));
    } else if (line !== last) {
      // The wait continues without progress output.
      void writeToStream(stream, `${line}\n`).catch(() => {});
    }
    last = line;
  };
}

/** Draws texts on a terminal, each replacing the previous one. */
export function redraw(
  stream: NodeJS.WritableStream & Pick<WriteStream, "columns">,
): (text: string) => void {
  let lines = 0;
  return (text) => {
    if (lines > 0) {
      moveCursor(stream, 0, -lines);
      cursorTo(stream, 0);
      clearScreenDown(stream);
    }
    stream.write(`${text}\n`);
    lines = text
      .split("\n")
      .map((line) => rowsOf(line, stream.columns))
      .reduce((sum, rows) => sum + rows, 0);
  };
}

/**
 * How many rows of a terminal a line takes. A terminal of unknown width, as in many
 * containers, has 0 columns. There a line counts as one row, since moving up too far
 * would erase other output.
 */
function rowsOf(line: string, columns: number): number {
  const { length } = stripVTControlCharacters(line);
  return columns > 0 ? Math.max(1, Math.ceil(length / columns)) : 1;
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
