import { problemLines } from "../../../src/base/problem-lines.ts";
import { given } from "../../../src/base/records.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import {
  type JudgedNetwork,
  type JudgedReport,
  proxyReason,
} from "../../../src/verify/found.ts";
import { contractId } from "../../../src/verify/values/path.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { wrapLines } from "../../cli/wrap-text.ts";
import { remarksOf } from "./network-facts.ts";

/**
 * The report of `alpha verify` in a line for each network, its problems, and totals.
 * Nothing if everything is ok.
 */
export function verifyQuiet(report: JudgedReport, style: TextStyle): string {
  const { networks, level, outcome } = report;
  if (outcome === "ok") {
    return "";
  }
  const totals = [count(networks.length, "network"), ...countsOf(networks)];
  return [
    ...networks.map((network) => networkText(network, style)),
    `verify (${level}): ${outcomeMark(outcome, style)} · ${totals.join(", ")}`,
  ].join("\n");
}

function networkText(network: JudgedNetwork, style: TextStyle): string {
  const { outcome, endpoint, block } = network;
  const title = given(
    outcomeMark(outcome, style),
    style.strong(networkLabel(network)),
    endpoint !== null && oneLine(endpoint),
    block && `block ${block.number}`,
    countsOf([network]).join(", "),
  ).join(" · ");
  const lines = [title, problemLines([network]), ...unreadProxies(network)];
  return wrapLines(lines.filter(Boolean).join("\n"), style);
}

/** Which contracts run nobody knows what, though all checks are ok. */
function unreadProxies({ contracts }: JudgedNetwork): readonly string[] {
  const lines: string[] = [];
  for (const { proxyUnread, ...contract } of contracts) {
    if (proxyUnread?.kind === "hidden") {
      const reason = sentence(proxyReason(proxyUnread));
      lines.push(`  ${oneLine(`${contractId(contract)}: ${reason}`)}`);
    }
  }
  return lines;
}

function countsOf(networks: readonly JudgedNetwork[]): readonly string[] {
  const notes = networks.flatMap(remarksOf).length;
  return given(
    count(networks.flatMap(({ rows }) => rows).length, "check"),
    notes > 0 && count(notes, "note"),
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
