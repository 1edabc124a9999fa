import type {
  NetworkStatus,
  NodeState,
  NodeStatus,
  ServiceName,
  ServiceState,
  ServiceStatus,
  StatusReport,
} from "../../../src/status/report.ts";
import type { TextStyle } from "../../cli/style.ts";
import { outcomeMark } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";

const WIDTHS = [15, 10, 8, 14, 12, 41];
/** Names that fit the column. */
const SERVICE_NAMES: Readonly<Record<ServiceName, string>> = {
  provider: "provider",
  metadataCache: "metadata",
  subgraph: "subgraph",
};

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
    ...(network.services ?? []).flatMap((service) =>
      serviceRows(service, style),
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

function serviceRows(
  {
    service,
    state,
    endpoint,
    software,
    version,
    block,
    lagBlocks,
    reason,
    note,
  }: ServiceStatus,
  style: TextStyle,
): TextRow[] {
  const names = [software, version].filter((name) => name !== undefined);
  return [
    {
      cells: [
        stateCell(state, style),
        SERVICE_NAMES[service],
        "–",
        block ?? "–",
        lagBlocks === undefined ? "–" : `${lagBlocks} behind`,
        endpoint ?? "–",
      ],
    },
    ...[reason, note]
      .filter((text) => text !== undefined)
      .map((text) => ({ note: text })),
    ...(names.length === 0 ? [] : [{ note: style.faint(names.join(" ")) }]),
  ];
}

function stateCell(state: NodeState | ServiceState, style: TextStyle): string {
  switch (state) {
    case "ok":
      return style.good("✔ ok");
    case "skipped":
      return style.faint("– skipped");
    case "unknown":
      return style.unsure("? unknown");
    default:
      return style.bad(`✘ ${state}`);
  }
}
