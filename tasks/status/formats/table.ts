import { problemLines } from "../../../src/base/problem-lines.ts";
import { explain } from "../../../src/base/problems.ts";
import { oneLine } from "../../../src/base/text.ts";
import { statusChecks, withStatusChecks } from "../../../src/status/checks.ts";
import type {
  NetworkStatus,
  NodeStatus,
  ServiceStatus,
  StatusReport,
} from "../../../src/status/report.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapLines } from "../../cli/wrap-text.ts";

/** Ages and heads change while a status is watched. */
const MIN_WIDTHS = [11, 10, 8, 10, 9];
/** For names that do not fit the column. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  metadataCache: "metadata",
};

/** The report of `alpha status` as a table. */
export function statusTable(report: StatusReport, style: TextStyle): string {
  return `${nodeTable(report, style)}\n\nstatus: ${outcomeMark(report.outcome, style)}`;
}

/** The table without the outcome. */
export function nodeTable(report: StatusReport, style: TextStyle): string {
  const rows: TextRow[] = [
    {
      headings: ["state", "network", "chain", "head", "age", "endpoint"],
    },
    ...report.networks.flatMap((network) => networkRows(network, style)),
  ];
  return textTable(rows, { style, minWidths: MIN_WIDTHS });
}

function networkRows(network: NetworkStatus, style: TextStyle): TextRow[] {
  const { endpoints = [], services = [] } = network;
  const rows = [
    nodeRow(network, network.network),
    ...endpoints.map((other) => nodeRow(other, behindCell(other.behind))),
    ...services.map(serviceRow),
  ];
  return statusChecks(network).flatMap((check, index) => {
    const { status, verdict, address, findings } = check;
    const { cells = [], software } = rows[index] ?? {};
    const mark = statusMark(status, verdict, style);
    return [
      { cells: [mark, ...cells, address ?? "–"] },
      ...findings.map((finding) => ({ note: explain(finding) })),
      ...(software ? [{ note: style.faint(oneLine(software)) }] : []),
    ];
  });
}

/** The cells between the state and the endpoint, and the name of the software. */
interface Row {
  readonly cells: readonly string[];
  readonly software: string | undefined;
}

/** How many blocks a further endpoint is behind the highest one. */
function behindCell(behind: string | undefined): string {
  if (behind === undefined) {
    return "";
  }
  return behind === "0" ? "highest" : `-${behind}`;
}

function nodeRow(
  { head, chainId, clientVersion }: NodeStatus,
  name: string,
): Row {
  return {
    cells: [
      name,
      chainId === undefined ? "–" : String(chainId),
      head?.number ?? "–",
      head === undefined ? "–" : `${head.ageSeconds} s`,
    ],
    software: clientVersion,
  };
}

function serviceRow({
  service,
  software,
  version,
  block,
  lagBlocks,
}: ServiceStatus): Row {
  return {
    cells: [
      SHORT_NAMES[service] ?? service,
      "–",
      block ?? "–",
      lagBlocks === undefined ? "–" : `${lagBlocks} behind`,
    ],
    software: [software, version].filter(Boolean).join(" "),
  };
}

/** The problems of `alpha status`. Nothing if everything is ok. */
export function statusQuiet(
  { networks, outcome }: StatusReport,
  style: TextStyle,
): string {
  if (outcome === "ok") {
    return "";
  }
  const problems = problemLines(networks.map(withStatusChecks));
  return `status: ${outcomeMark(outcome, style)}\n${wrapLines(problems, style)}`;
}
