import type {
  NetworkSummary,
  NetworksReport,
} from "../../../src/connect/list-networks.ts";
import type { TextStyle } from "../../cli/style.ts";

import { type TextRow, textTable } from "../../cli/table.ts";

/** The report of `alpha networks` as a table. */
export function networksTable(
  report: NetworksReport,
  style: TextStyle,
): string {
  const rows: TextRow[] = [
    {
      headings: [
        "network",
        "in Hardhat",
        "chain",
        "role",
        "default",
        "fee",
        "endpoint",
      ],
    },
    ...report.networks.flatMap((network) => networkRows(network, style)),
  ];
  return textTable(rows, { style });
}

function networkRows(network: NetworkSummary, style: TextStyle): TextRow[] {
  const versions = Object.entries(network.versions).map(
    ([part, label]) => `${part} ${label}`,
  );
  const rows: TextRow[] = [
    {
      cells: [
        style.strong(network.network),
        network.hardhatNetwork ?? style.unsure("–"),
        String(network.chainId),
        network.role,
        network.isDefault ? "yes" : "no",
        network.feeToken ?? style.unsure("unset"),
        network.endpoint ?? style.unsure("unset"),
      ],
    },
  ];
  const added = [
    ["sandbox", network.sandboxNetwork],
    ["fork", network.forkNetwork],
  ].flatMap(([kind, name]) =>
    name === null || name === network.hardhatNetwork ? [] : [`${kind} ${name}`],
  );
  if (added.length > 0) {
    rows.push({ note: style.faint(`also: ${added.join(", ")}`) });
  }
  if (versions.length > 0) {
    rows.push({ note: style.faint(versions.join(", ")) });
  }
  if (network.unset.length > 0) {
    rows.push({ note: style.unsure(`unset: ${network.unset.join(", ")}`) });
  }
  return rows;
}
