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
      headings: ["network", "role", "chain", "fee", "endpoint"],
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
        labelOf(network, style),
        `${network.role}${network.isDefault ? ", default" : ""}`,
        String(network.chainId),
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
  for (const [name, address] of Object.entries(network.contracts ?? {})) {
    rows.push({ note: style.faint(`${name} ${address}`) });
  }
  if (network.unset.length > 0) {
    rows.push({ note: style.unsure(`unset: ${network.unset.join(", ")}`) });
  }
  return rows;
}

/** A network's name, and that in Hardhat if it has another one there, or none. */
function labelOf(
  { network, hardhatNetwork }: NetworkSummary,
  style: TextStyle,
): string {
  const name = style.strong(network);
  if (hardhatNetwork === null) {
    return `${name} ${style.unsure("(not in Hardhat)")}`;
  }
  return hardhatNetwork === network ? name : `${name} (${hardhatNetwork})`;
}
