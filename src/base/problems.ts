import type { Outcome } from "./report.ts";

/** The reason why something is not as it should be, and the advice. */
export interface Cause {
  /** A phrase that follows a colon. */
  readonly reason: string;
  /** The advice in whole sentences; missing if nothing is known to help. */
  readonly remedy?: string | undefined;
}

/** One cause of a report, and everything that it explains. */
export interface Problem extends Cause {
  /** The worst of what it explains. */
  readonly status: Exclude<Outcome, "ok">;
  /** Given for a change. */
  readonly severity?: Severity | undefined;
  /** The checks that it explains, by name: `registry.Router`, `router.factory`. */
  readonly affects: readonly string[];
}

/** How a check ended. Skipped checks do not count for the outcome. */
export type CheckStatus = Outcome | "skipped";

/**
 * How much a change matters, the gravest first: who controls money or code, fees, what
 * is listed, and everything else.
 */
export const SEVERITIES = ["control", "fees", "lists", "information"] as const;

/** How much a change matters. */
export type Severity = (typeof SEVERITIES)[number];

/** One finding of a check. */
export interface Finding extends Cause {
  readonly status: CheckStatus;
  /** The report's term for it, such as `absent`. */
  readonly verdict: string;
  /** The code of the reason, what it is about, and what tells it from other reasons. */
  readonly code?: string | undefined;
  readonly subject?: string | undefined;
  readonly cause?: string | undefined;
  /** Given for a change. */
  readonly severity?: Severity | undefined;
}

/** A finding, whose reason is by default its verdict. */
export function findingOf(
  status: CheckStatus,
  verdict: string,
  {
    reason = verdict,
    remedy,
    severity,
  }: {
    readonly [K in "reason" | "remedy" | "severity"]?: Finding[K] | undefined;
  },
): Finding {
  return { status, verdict, reason, remedy, severity };
}

/** One check, as every format lists it. All texts are one line. */
export interface Check {
  /** `network` for the check that all others of a network depend on. */
  readonly group: string;
  readonly name: string;
  /** The checked address or endpoint. */
  readonly address?: string | undefined;
  /** Where the address comes from: `the built-in preset`. */
  readonly source?: string | undefined;
  /** The status of the worst finding; `ok` without findings. */
  readonly status: CheckStatus;
  readonly verdict: string;
  /** Given for a change. */
  readonly severity?: Severity | undefined;
  readonly findings: readonly Finding[];
}

/** A check, and its verdict for one problem. */
interface Affected {
  readonly check: Check;
  readonly verdict: string;
}

/** A problem with the checks that it explains. */
export interface GroupedProblem extends Omit<Problem, "affects"> {
  readonly verdict: string;
  readonly code?: string | undefined;
  readonly subject?: string | undefined;
  readonly cause?: string | undefined;
  readonly affected: readonly Affected[];
  /** The network's own check, where that is affected. */
  readonly network: Affected | undefined;
  /**
   * The checks that are named, not only counted: not those that depend on a network that
   * could not be queried, nor many that are unknown for the same reason.
   */
  readonly named: readonly Affected[];
}

/** More checks that are unknown for one cause are counted, not named. */
const MAX_NAMED = 3;

const STATUSES: readonly CheckStatus[] = ["failed", "unknown", "ok", "skipped"];

type Ranked = Pick<Finding, "status" | "severity">;

/** Orders the worst first, and of changes the gravest, which any other problem is, too. */
export function bySeverity(one: Ranked, other: Ranked): number {
  const rankOf = ({ severity = "control" }: Ranked) =>
    SEVERITIES.indexOf(severity);
  return (
    STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) ||
    rankOf(one) - rankOf(other)
  );
}

/** The finding that determines the status of a check. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted(bySeverity)[0];
}

/** Returns whether a finding is failed or unknown. */
export function isProblem(
  finding: Finding,
): finding is Finding & Pick<Problem, "status"> {
  return finding.status === "failed" || finding.status === "unknown";
}

/** Failed and unknown findings, grouped by cause, the worst first. */
export function groupProblems(
  checks: readonly Check[],
): readonly GroupedProblem[] {
  const found = checks.flatMap((check) =>
    check.findings.filter(isProblem).map((finding) => ({ check, ...finding })),
  );
  const groups = Map.groupBy(found, problemKey);
  return [...groups.values()]
    .flatMap((group): GroupedProblem[] => {
      const [worst] = group.toSorted(bySeverity);
      const byCheck = Map.groupBy(group, ({ check }) => check).values();
      const affected = [...byCheck].flatMap(([first]) => first ?? []);
      const network = affected.find(({ check }) => check.group === "network");
      const named =
        network !== undefined
          ? [network]
          : affected.length <= MAX_NAMED
            ? affected
            : affected.filter(({ verdict }) => verdict !== "unknown");
      if (worst === undefined) {
        return [];
      }
      return [{ ...worst, affected, network, named }];
    })
    .toSorted(bySeverity);
}

/** The problems of checks as data of a report. */
export function problemsOf(checks: readonly Check[]): readonly Problem[] {
  return groupProblems(checks).map(
    ({ status, severity, reason, remedy, affected }) => ({
      status,
      severity,
      reason,
      remedy,
      affects: affected.map(({ check }) => check.name),
    }),
  );
}

/** Equal for findings that are of one problem. */
export function problemKey({
  reason,
  cause = reason,
  remedy,
}: Finding): string {
  return JSON.stringify([cause, remedy]);
}

/** The id of a problem: the code of its reason, what that is about, and the verdict. */
export function problemId(
  code: string,
  subject: string | undefined,
  verdict: string,
): string {
  return [code, subject, verdict].filter(Boolean).join(" ");
}

/** A cause as one text: the reason, then the remedy. */
export function explain({ reason, remedy }: Cause): string {
  return remedy === undefined ? reason : `${asSentence(reason)} ${remedy}`;
}

/** A reason with a full stop, unless it has another end. */
export function asSentence(reason: string): string {
  return /[.?!…]$/.test(reason) ? reason : `${reason}.`;
}

/** The name of a check, with its address or endpoint, and where that comes from. */
export function subjectOf({ name, address, source }: Check): string {
  const from = source === undefined ? "" : ` (from ${source})`;
  return address === undefined ? name : `${name} ${address}${from}`;
}

/** The named checks of a problem that its title only counts. */
export function untitledRows({
  network,
  named,
}: GroupedProblem): readonly Check[] {
  const byVerdict = Map.groupBy(named, ({ verdict }) => verdict);
  if (network !== undefined) {
    return [];
  }
  return [...byVerdict.values()]
    .filter(({ length }) => length > 1)
    .flat()
    .map(({ check }) => check);
}

/**
 * The checks that reports list: all but those that are only counted.
 *
 * @param isListed whether a problem lists a check that it does not name
 */
export function listedRows<T extends Check>(
  checks: readonly T[],
  isListed: (problem: GroupedProblem) => boolean = () => false,
): readonly T[] {
  const checksOf = (all: readonly Affected[]) => all.map(({ check }) => check);
  const problems = groupProblems(checks);
  const affected = new Set(problems.flatMap((one) => checksOf(one.affected)));
  const named = new Set(
    problems.flatMap((one) =>
      checksOf(isListed(one) ? one.affected : one.named),
    ),
  );
  return checks.filter((check) => named.has(check) || !affected.has(check));
}

/**
 * The affected rows of a problem, and the verdict: `registry.Router absent`, `3 checks
 * absent`, `24 checks unknown (11 contracts, 13 wiring)`. Checks that depend on a
 * network that could not be queried are only counted.
 */
export function problemTitle(
  { affected, network }: GroupedProblem,
  subject: (check: Check) => string = ({ name }) => name,
): string {
  if (network !== undefined) {
    const others = affected.length - 1;
    return `${subject(network.check)} ${network.verdict}${others === 0 ? "" : ` (${others} not checked)`}`;
  }
  const byVerdict = [...Map.groupBy(affected, ({ verdict }) => verdict)];
  return byVerdict
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([verdict, list]) => {
      const [first, ...others] = list;
      if (first === undefined || others.length > 0) {
        return `${list.length} checks ${verdict}${groupCounts(list)}`;
      }
      return `${subject(first.check)} ${verdict}`;
    })
    .join(", ");
}

/** Unknown verdicts come last. */
function rankOf(verdict: string): number {
  return verdict === "unknown" ? 1 : 0;
}

/** How many of many checks are of each group, where there are several groups. */
function groupCounts(affected: readonly Affected[]): string {
  const groups = Map.groupBy(affected, ({ check }) => check.group);
  if (affected.length <= MAX_NAMED || groups.size < 2) {
    return "";
  }
  return ` (${[...groups].map(([group, { length }]) => `${length} ${group}`).join(", ")})`;
}
