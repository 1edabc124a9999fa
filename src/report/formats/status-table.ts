import { outcomeMark } from "../outcome-mark.ts";
import type {
  NetworkStatus,
  NodeState,
  NodeStatus,
  StatusReport,
} from "../status-report.ts";
import type { TextStyle } from "../text-style.ts";
import { type TextRow, textTable } from "../text-table.ts";

const WIDTHS = [15, 10, 8, 14, 12, 41];

/** The report of `alpha status` for people. */
export function statusTable(report: StatusReport, style: TextStyle): string {
  const rows: TextRow[] = [
    {
      cells: ["state", "network", "chain", "head", "age", "endpoint"].map(
        style.faint,
      ),
    },
    ...report.networks.flatMap((network) => networkRows(network, style)),
  ];
  return `${textTable(WIDTHS, rows)}\n\nstatus: ${outcomeMark(report.outcome, style)}`;
}

function networkRows(network: NetworkStatus, style: TextStyle): TextRow[] {
  return [
    ...nodeRows(network, network.network, network.endpoint, style),
    ...(network.endpoints ?? []).flatMap((other) =>
      nodeRows(other, behindCell(other.behind), other.endpoint, style),
    ),
  ];
}

/** How far a further endpoint is behind the highest, in place of a name. */
function behindCell(behind: string | undefined): string {
  if (behind === undefined) {
    return "";
  }
  return behind === "0" ? "highest" : `-${behind}`;
}

function nodeRows(
  { state, head, chainId, reason, clientVersion }: NodeStatus,
  name: string,
  endpoint: string | null,
  style: TextStyle,
): TextRow[] {
  const rows: TextRow[] = [
    {
      cells: [
        stateCell(state, style),
        name,
        chainId === undefined ? "–" : String(chainId),
        head?.number ?? "–",
        head === undefined ? "–" : `${head.ageSeconds} s`,
        endpoint ?? "–",
      ],
    },
  ];
  if (reason !== undefined) {
    rows.push({ note: reason });
  }
  if (clientVersion !== undefined) {
    rows.push({ note: style.faint(clientVersion) });
  }
  return rows;
}

function stateCell(state: NodeState, style: TextStyle): string {
  switch (state) {
    case "ok":
      return style.good("✔ ok");
    case "unknown":
      return style.unsure("? unknown");
    default:
      return style.bad(`✘ ${state}`);
  }
}
