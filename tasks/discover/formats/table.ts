import { type Finding, worstOf } from "../../../src/base/problems.ts";
import { describeTime, networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
  Discovery,
} from "../../../src/discover/report.ts";
import { targetLabel } from "../../../src/verify/expect/targets.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapLines } from "../../cli/wrap-text.ts";
import { describeGaps } from "../gaps.ts";

/** The report of `alpha discover` as a table. */
export function discoverTable(
  { report, contractRows, factRows }: Discovery,
  style: TextStyle,
): string {
  const { block, outcome, release, startBlock } = report;
  const title = [
    outcomeMark(outcome, style),
    style.strong(nameOf(report)),
    report.chainId && `chain id ${report.chainId}`,
    report.endpoint && oneLine(report.endpoint),
    block && `block ${block.number} of ${describeTime(block.timestamp)}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const found = [
    release.verdict === "recognised" && `release ${release.releases}`,
    startBlock.verdict === "found" && `start block ${startBlock.block}`,
  ].filter((line) => line !== false);
  const rows = [
    ...report.contracts.flatMap((contract, index) =>
      textRows(contract, contractRows[index]?.findings ?? [], report, style),
    ),
    ...factRows.flatMap(({ name, status, verdict, findings }): TextRow[] =>
      findings.map(({ reason }) => ({
        cells: [statusMark(status, verdict, style), `${name}: ${reason}`],
      })),
    ),
  ];
  return [
    wrapLines(title, style),
    ...[...found, ...describeGaps(report)].map((line) =>
      wrapLines(`  ${oneLine(line)}`, style, ""),
    ),
    textTable(rows, { style }),
    ...report.notes.map((note) =>
      style.faint(wrapLines(`  note: ${oneLine(note)}`, style, "")),
    ),
  ].join("\n");
}

function nameOf({ hardhatNetwork, network }: DiscoverReport): string {
  return network === null
    ? oneLine(hardhatNetwork ?? "chain")
    : networkLabel({ network, hardhatNetwork });
}

function textRows(
  contract: DiscoveredContract,
  findings: readonly Finding[],
  { cause }: DiscoverReport,
  style: TextStyle,
): readonly TextRow[] {
  const { address, active, decimals, identity, symbol } = contract;
  const { status, verdict } = worstOf(findings) ?? RECOGNISED;
  const details = [
    identity?.contract === "ERC-20" ? undefined : identity?.contract,
    identity?.releases,
    symbol && `${symbol}, ${decimals} decimals`,
    active === false ? "not active" : undefined,
  ].filter(Boolean);
  const shown = [cause?.reason, `this is the ${identity?.contract}`];
  return [
    {
      cells: [
        statusMark(status, status === "ok" ? "recognised" : verdict, style),
        oneLine(targetLabel(contract)),
        address ?? "–",
        ...(details.length === 0 ? [] : [""]),
      ],
    },
    ...(details.length === 0
      ? []
      : [{ note: style.faint(oneLine(details.join(" · "))) }]),
    ...findings
      .filter(({ reason }) => !shown.includes(reason))
      .map((finding) => ({
        note:
          finding.status === "ok"
            ? style.faint(finding.reason)
            : finding.reason,
      })),
  ];
}

const RECOGNISED = { status: "ok", verdict: "recognised" } as const;
