import type { Outcome } from "./report.ts";

/** Why something is not as it should be, and what to do about it. */
export interface Cause {
  /** A phrase that follows a colon. */
  readonly reason: string;
  /** What to do next, in whole sentences; missing if nothing is known to help. */
  readonly remedy?: string;
}

/** One cause of a report, and everything that it explains. */
export interface Problem extends Cause {
  /** The worst of what it explains; a warning does not count for the outcome. */
  readonly status: Exclude<Outcome, "ok"> | "warning";
  /** The checks that it explains, by name: `registry.Router`, `router.factory`. */
  readonly affects: readonly string[];
}

/** How a check ended. Skipped checks and warnings do not count for the outcome. */
export type CheckStatus = Outcome | "warning" | "skipped";

/** One finding of a check. */
export interface Finding extends Cause {
  readonly status: CheckStatus;
  /** The report's term for it, such as `absent`. */
  readonly verdict: string;
}

/** One check, as every format lists it. All texts are one line. */
export interface Check {
  /** `network` for the check that all others of a network depend on. */
  readonly group: string;
  readonly name: string;
  /** The checked address or endpoint. */
  readonly address?: string;
  /** That of the worst finding; `ok` without findings. */
  readonly status: CheckStatus;
  readonly verdict: string;
  readonly findings: readonly Finding[];
}

/** A problem with the checks that it explains. */
export interface GroupedProblem extends Omit<Problem, "affects"> {
  readonly affected: readonly {
    readonly check: Check;
    readonly verdict: string;
  }[];
}

const STATUSES: readonly CheckStatus[] = [
  "failed",
  "unknown",
  "warning",
  "ok",
  "skipped",
];

function bySeverity(
  one: { readonly status: CheckStatus },
  other: { readonly status: CheckStatus },
): number {
  return STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status);
}

/** The finding that determines the status of a check. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted(bySeverity)[0];
}

/** Failed, unknown and warning findings, grouped by cause, the worst first. */
export function groupProblems(
  checks: readonly Check[],
): readonly GroupedProblem[] {
  const found = checks.flatMap((check) =>
    check.findings.flatMap(({ status, ...finding }) =>
      status === "ok" || status === "skipped"
        ? []
        : [{ check, status, ...finding }],
    ),
  );
  const groups = Map.groupBy(found, ({ reason, remedy }) =>
    JSON.stringify([reason, remedy]),
  );
  return [...groups.values()]
    .flatMap((group): GroupedProblem[] => {
      const [worst] = group.toSorted(bySeverity);
      if (worst === undefined) {
        return [];
      }
      const { status, reason, remedy } = worst;
      const verdicts = new Map(
        group.toReversed().map(({ check, verdict }) => [check, verdict]),
      );
      return [
        {
          status,
          reason,
          ...(remedy === undefined ? {} : { remedy }),
          affected: [...verdicts]
            .map(([check, verdict]) => ({ check, verdict }))
            .toReversed(),
        },
      ];
    })
    .toSorted(bySeverity);
}

/** The problems of checks as data of a report. */
export function problemsOf(checks: readonly Check[]): readonly Problem[] {
  return groupProblems(checks).map(({ affected, ...problem }) => ({
    ...problem,
    affects: affected.map(({ check }) => check.name),
  }));
}

/** A cause as one text: the reason, then the remedy. */
export function explain({ reason, remedy }: Cause): string {
  return remedy === undefined
    ? reason
    : `${reason}${/[.?!…]$/.test(reason) ? "" : "."} ${remedy}`;
}

/** The name of a check, with its address or endpoint. */
export function subjectOf({ name, address }: Check): string {
  return address === undefined ? name : `${name} ${address}`;
}

/**
 * What a problem affects, and the verdict: `registry.Router absent`, `3 checks absent`.
 * Checks that depend on a network that could not be queried are only counted.
 */
export function problemTitle(
  { affected }: GroupedProblem,
  subject: (check: Check) => string = ({ name }) => name,
): string {
  const network = affected.find(({ check }) => check.group === "network");
  if (network !== undefined) {
    const others = affected.length - 1;
    return `${subject(network.check)} ${network.verdict}${others === 0 ? "" : ` (${others} not checked)`}`;
  }
  return [...Map.groupBy(affected, ({ verdict }) => verdict)]
    .map(([verdict, [first, ...others]]) =>
      first === undefined || others.length > 0
        ? `${others.length + 1} checks ${verdict}`
        : `${subject(first.check)} ${verdict}`,
    )
    .join(", ");
}

/** Whether it affects several checks that do not depend on each other. */
function listsAffected({ affected }: GroupedProblem): boolean {
  return (
    affected.length > 1 &&
    affected.every(({ check }) => check.group !== "network")
  );
}

/** The maximum number of items in the message of an assertion; the rest is counted. */
const MAX_SHOWN = 50;

/** Problems of networks as the lines of an assertion's message, without warnings. */
export function problemLines(
  networks: readonly (GroupedProblem & { readonly label: string })[],
): string {
  const problems = networks
    .filter(({ status }) => status !== "warning")
    .toSorted(bySeverity);
  const shown = problems.slice(0, MAX_SHOWN);
  const lines = shown.flatMap((problem, index) => [
    `  ${problem.label}: ${problemTitle(problem, subjectOf)}: ${problem.reason}`,
    ...(listsAffected(problem) ? affectedLines(problem) : []),
    // Shown once, below the last problem that it applies to.
    ...(problem.remedy === undefined ||
    problem.remedy === shown[index + 1]?.remedy
      ? []
      : [`    ${problem.remedy}`]),
  ]);
  const more = problems.length - shown.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

function affectedLines({ affected }: GroupedProblem): readonly string[] {
  const more = affected.length - MAX_SHOWN;
  return [
    ...affected
      .slice(0, MAX_SHOWN)
      .map(({ check }) => `    ${subjectOf(check)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}
