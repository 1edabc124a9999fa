import { type Finding, worstOf } from "../../../src/base/problems.ts";
import { given } from "../../../src/base/records.ts";
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
import { describeGaps } from "../format.ts";

/** The report of `alpha discover` as a table. */
export function discoverTable(
  { report, contractRows, factRows }: Discovery,
  style: TextStyle,
): string {
  const { block, outcome, release, startBlock } = report;
  const title = given(
    outcomeMark(outcome, style),
    style.strong(nameOf(report)),
    report.chainId !== null && `chain id ${report.chainId}`,
    report.endpoint !== null && oneLine(report.endpoint),
    block && `block ${block.number} of ${describeTime(block.timestamp)}`,
  );
  const facts = given(
    release.verdict === "recognised" && `release ${release.releases}`,
    startBlock.verdict === "found" && `start block ${startBlock.block}`,
    ...describeGaps(report),
  );
  const rows: TextRow[] = [];
  for (const [index, contract] of report.contracts.entries()) {
    const findings = contractRows[index]?.findings ?? [];
    rows.push(...textRows(contract, findings, report, style));
  }
  for (const { name, status, verdict, findings } of factRows) {
    const mark = statusMark(status, verdict, style);
    for (const { reason } of findings) {
      rows.push({ cells: [mark, `${name}: ${reason}`] });
    }
  }
  return [
    wrapLines(title.join(" · "), style),
    ...facts.map((line) => wrapLines(`  ${oneLine(line)}`, style, "")),
    textTable(rows, { style }),
    ...report.notes.map((note) =>
      style.faint(wrapLines(`  note: ${oneLine(note)}`, style, "")),
    ),
  ].join("\n");
}

function nameOf({ hardhatNetwork, network }: DiscoverReport): string {
  if (network === null) {
    return oneLine(hardhatNetwork ?? "chain");
  }
  return networkLabel({ network, hardhatNetwork });
}

function textRows(
  contract: DiscoveredContract,
  findings: readonly Finding[],
  { cause }: DiscoverReport,
  style: TextStyle,
): readonly TextRow[] {
  const { address, active, decimals, identity, symbol } = contract;
  const { status, verdict } = worstOf(findings) ?? RECOGNISED;
  const details = given(
    identity?.contract !== "ERC-20" && identity?.contract,
    identity?.releases,
    symbol && `${symbol}, ${decimals} decimals`,
    active === false && "not active",
  ).join(" · ");
  const words = status === "ok" ? "recognised" : verdict;
  const mark = statusMark(status, words, style);
  const cells = [mark, oneLine(targetLabel(contract)), address ?? "–"];
  if (details === "") {
    return [{ cells }, ...notesOf()];
  }
  // The notes begin below the address.
  const row = { cells: [...cells, ""] };
  return [row, { note: style.faint(oneLine(details)) }, ...notesOf()];

  function notesOf(): readonly TextRow[] {
    const shown = [cause?.reason, `this is the ${identity?.contract}`];
    return findings
      .filter(({ reason }) => !shown.includes(reason))
      .map(({ status: one, reason }) => ({
        note: one === "ok" ? style.faint(reason) : reason,
      }));
  }
}

const RECOGNISED = { status: "ok", verdict: "recognised" } as const;
