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
  const cells = [
    labelOf(network, style),
    `${network.role}${network.isDefault ? ", default" : ""}`,
    String(network.chainId),
    network.feeToken ?? style.unsure("unset"),
    network.endpoint ?? style.unsure("unset"),
  ];
  const added = [
    ["sandbox", network.sandboxNetwork],
    ["fork", network.forkNetwork],
  ].flatMap(([kind, name]) => {
    if (name === null || name === network.hardhatNetwork) {
      return [];
    }
    return [`${kind} ${name}`];
  });
  const contracts = Object.entries(network.contracts ?? {});
  const notes = [
    added.length > 0 && style.faint(`also: ${added.join(", ")}`),
    versions.length > 0 && style.faint(versions.join(", ")),
    ...contracts.map(([name, address]) => {
      const runs = network.proxies?.[name];
      const proxy = runs === undefined ? "" : `, proxy of ${runs} (locked)`;
      return style.faint(`${name} ${address}${proxy}`);
    }),
    network.unset.length > 0 &&
      style.unsure(`unset: ${network.unset.join(", ")}`),
  ].filter((note) => note !== false);
  return [{ cells }, ...notes.map((note) => ({ note }))];
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
