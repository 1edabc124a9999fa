import { describeTime } from "../describe-time.ts";
import { outcomeMark } from "../outcome-mark.ts";
import type { TextStyle } from "../text-style.ts";
import { type TextRow, textTable } from "../text-table.ts";
import type {
  ContractVerification,
  NetworkVerification,
  VerifyReport,
} from "../verify-report.ts";
import { wrapText } from "../wrap-text.ts";

const WIDTHS = [13, 28, 44, 15];
const HEADINGS = {
  registry: "registry",
  token: "payment tokens",
  portal: "portal",
  list: "addresses",
} as const;

/** The report of `alpha verify` for people. */
export function verifyTable(report: VerifyReport, style: TextStyle): string {
  return [
    ...report.networks.map((network) => networkSection(network, style)),
    `verify (${report.level}): ${outcomeMark(report.outcome, style)}`,
  ].join("\n\n");
}

function networkSection(
  network: NetworkVerification,
  style: TextStyle,
): string {
  const { block } = network;
  const facts = [
    `chain ${network.chainId}`,
    network.endpoint ?? "no endpoint",
    ...(block === undefined
      ? []
      : [`block ${block.number} of ${describeTime(block.timestamp)}`]),
  ].join(" · ");
  const title = `${style.strong(network.network)} · ${facts} · ${outcomeMark(network.outcome, style)}`;
  const kinds = ["registry", "token", "portal", "list"] as const;
  const rows = kinds.flatMap((kind): TextRow[] => {
    const contracts = network.contracts.filter(
      (contract) => contract.kind === kind,
    );
    return contracts.length === 0
      ? []
      : [
          { cells: ["", style.faint(HEADINGS[kind]), "", ""] },
          ...contracts.flatMap((contract) => contractRows(contract, style)),
          ...skipReasons(contracts).map((reason) => ({
            note: style.faint(`skipped: ${reason}`),
          })),
        ];
  });
  return [
    wrapText(title, { hanging: "  " }),
    ...(network.reason === undefined
      ? []
      : [wrapText(network.reason, { indent: "  " })]),
    ...(rows.length === 0 ? [] : [textTable(WIDTHS, rows)]),
    ...network.notes.map((note) =>
      style.faint(wrapText(`note: ${note}`, { indent: "  " })),
    ),
  ].join("\n");
}

function contractRows(
  contract: ContractVerification,
  style: TextStyle,
): TextRow[] {
  const { verdict, key, index, address, codeSize, reason, proxy } = contract;
  const rows: TextRow[] = [
    {
      cells: [
        verdictCell(verdict, style),
        index === undefined ? key : `${key}[${index}]`,
        address ?? "–",
        codeSize === undefined
          ? ""
          : `${codeSize.toLocaleString("en-US")} bytes`,
      ],
    },
  ];
  if (reason !== undefined && verdict !== "skipped") {
    rows.push({ note: reason });
  }
  if (proxy !== undefined) {
    rows.push({
      note: `${proxy.kind} proxy to ${proxy.implementation}: ${proxy.verdict}${proxy.reason === undefined ? "" : `, ${proxy.reason}`}`,
    });
  }
  return rows;
}

/** Why contracts are skipped is said once below them, not for each. */
function skipReasons(contracts: readonly ContractVerification[]): string[] {
  const reasons = contracts.flatMap(({ verdict, reason }) =>
    verdict === "skipped" && reason !== undefined ? [reason] : [],
  );
  return [...new Set(reasons)];
}

function verdictCell(
  verdict: ContractVerification["verdict"],
  style: TextStyle,
): string {
  switch (verdict) {
    case "present":
      return style.good("✔ present");
    case "absent":
    case "delegated":
      return style.bad(`✘ ${verdict}`);
    case "unknown":
    case "unset":
      return style.unsure(`? ${verdict}`);
    case "skipped":
      return style.faint("- skipped");
  }
}
