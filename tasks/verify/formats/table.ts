import { describeTime } from "../../../src/base/text.ts";
import { describeLockChange } from "../../../src/verify/checks.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  LockVerification,
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import type { TextStyle } from "../../cli/style.ts";
import { outcomeMark } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapText } from "../../cli/wrap-text.ts";

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
          ...contracts.flatMap((contract) =>
            contractRows(contract, network.reason, style),
          ),
          ...skipReasons(contracts).map((reason) => ({
            note: style.faint(`skipped: ${reason}`),
          })),
        ];
  });
  if (network.facts !== undefined && network.facts.length > 0) {
    rows.push(
      { cells: ["", style.faint("wiring"), "", ""] },
      ...network.facts.flatMap((fact) => factRows(fact, style)),
    );
  }
  if (network.lock !== undefined) {
    rows.push(
      { cells: ["", style.faint("lock file"), "", ""] },
      ...lockRows(network.lock, style),
    );
  }
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

/** A contract's rows; the network's own reason, said above, is not repeated. */
function contractRows(
  contract: ContractVerification,
  networkReason: string | undefined,
  style: TextStyle,
): TextRow[] {
  const { verdict, key, index, address, reason, proxy, identity } = contract;
  const rows: TextRow[] = [
    {
      cells: [
        identity === undefined || identity.verdict === "recognised"
          ? verdictCell(verdict, style)
          : identityCell(identity.verdict, style),
        index === undefined ? key : `${key}[${index}]`,
        address ?? "–",
        detailOf(contract),
      ],
    },
  ];
  if (
    reason !== undefined &&
    reason !== networkReason &&
    verdict !== "skipped"
  ) {
    rows.push({ note: reason });
  }
  if (identity?.reason !== undefined) {
    rows.push({ note: identity.reason });
  }
  if (proxy !== undefined) {
    rows.push({
      note: `${proxy.kind} proxy to ${proxy.implementation}: ${proxy.verdict}${proxy.reason === undefined ? "" : `, ${proxy.reason}`}`,
    });
  }
  return rows;
}

/** The releases that have the code where they are known, else its size. */
function detailOf({ codeSize, identity }: ContractVerification): string {
  if (identity?.verdict === "recognised") {
    return identity.releases ?? identity.contract ?? "";
  }
  return codeSize === undefined
    ? ""
    : `${codeSize.toLocaleString("en-US")} bytes`;
}

function factRows(
  { id, actual, verdict, reason }: FactVerification,
  style: TextStyle,
): TextRow[] {
  const mark = {
    holds: style.good("✔ holds"),
    broken: style.bad("✘ broken"),
    unknown: style.unsure("? unknown"),
  }[verdict];
  return reason === undefined
    ? [{ cells: [mark, id, actual ?? "", ""] }]
    : [{ cells: [mark, id, "", ""] }, { note: reason }];
}

function lockRows(
  { verdict, block, reason, changes, unread }: LockVerification,
  style: TextStyle,
): TextRow[] {
  const mark = {
    holds: style.good("✔ holds"),
    changed: style.bad("✘ changed"),
    unknown: style.unsure("? unknown"),
  }[verdict];
  const since = block === undefined ? "" : `of block ${block}`;
  const details = [
    ...changes.map(describeLockChange),
    ...unread.map(({ contract, reason: why }) => `${contract}: ${why}`),
  ];
  return [
    { cells: [mark, since, "", ""] },
    ...[
      ...(details.length > 0 || reason === undefined ? [] : [reason]),
      ...details,
    ].map((note) => ({ note })),
  ];
}

/** Why contracts are skipped is said once below them, not for each. */
function skipReasons(contracts: readonly ContractVerification[]): string[] {
  const reasons = contracts.flatMap(({ verdict, reason }) =>
    verdict === "skipped" && reason !== undefined ? [reason] : [],
  );
  return [...new Set(reasons)];
}

function identityCell(
  verdict: Exclude<IdentityVerification["verdict"], "recognised">,
  style: TextStyle,
): string {
  switch (verdict) {
    case "wrong":
      return style.bad("✘ wrong");
    case "unrecognised":
      return style.unsure("? unrecog.");
    case "unknown":
      return style.unsure("? identity");
  }
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
