import { bySeverity } from "../base/problems.ts";
import { given } from "../base/records.ts";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import type {
  CheckedFindings,
  JudgedNetwork,
  JudgedReport,
  NetworkFindings,
  VerifyRow,
} from "./found.ts";
import { factWords } from "./words/fact-words-loader.ts";
import { rowsOf } from "./words/rows.ts";

/** The report of networks that were verified. */
export function judgedReport(
  { level, strict }: Pick<JudgedReport, "level" | "strict">,
  networks: readonly JudgedNetwork[],
): JudgedReport {
  return {
    level,
    strict: strict || undefined,
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks,
  };
}

/** A network with all that follows from its findings. */
export function judgeNetwork(
  found: NetworkFindings,
  strict = false,
): JudgedNetwork {
  return { ...found, ...judgeFindings(found, strict) };
}

/**
 * The rows of findings, and their outcome.
 *
 * @param strict whether code of no known release fails; else it is unknown whether it is
 * the contract, since a network may run a release that nobody fingerprinted
 */
export function judgeFindings(
  found: CheckedFindings,
  strict = false,
): Pick<JudgedNetwork, "outcome" | "why" | "rows"> {
  const rows = rowsOf(found, strict);
  const outcome = outcomeOf(rows);
  const whys = [
    summaryOf(rows),
    found.lock ? factWords().lockSummary(found.lock, strict) : "",
  ];
  return {
    outcome,
    why: outcome === "ok" ? undefined : given(...new Set(whys)).join("; "),
    rows,
  };
}

/** The worst status of rows. Skipped ones do not count. */
export function outcomeOf(rows: readonly VerifyRow[]): Outcome {
  return combineOutcomes(
    rows.flatMap(({ status }) => (status === "skipped" ? [] : [status])),
  );
}

const COUNTED: readonly (readonly [name: string, groups: readonly string[]])[] =
  [
    ["contracts", ["contracts"]],
    ["facts", ["wiring", "control"]],
  ];

/**
 * How many rows are not ok, as in `of 11 contracts, 1 absent, 2 unknown`, or the network's
 * own reason, if that decides.
 */
function summaryOf(rows: readonly VerifyRow[]): string {
  const own = rows.find(({ group }) => group === "network");
  const reason = own?.findings[0]?.reason;
  if (reason !== undefined && own?.status === outcomeOf(rows)) {
    return reason;
  }
  const counts = COUNTED.flatMap(([name, groups]) => {
    const all = rows.filter(
      ({ group, status }) => groups.includes(group) && status !== "skipped",
    );
    const problems = all.filter(({ status }) => status !== "ok");
    const byVerdict = Map.groupBy(
      problems.toSorted(bySeverity),
      ({ verdict }) => (verdict === "unset" ? "not set" : verdict),
    );
    if (problems.length === 0) {
      return [];
    }
    return [
      `of ${all.length} ${name}`,
      ...[...byVerdict].map(([verdict, { length }]) => `${length} ${verdict}`),
    ].join(", ");
  });
  return [...counts, reason].filter(Boolean).join("; ");
}
