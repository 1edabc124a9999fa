import type { Outcome } from "./report.ts";

/** Why something is not as it should be, and what to do about it. */
export interface Cause {
  /** A phrase that follows a colon. */
  readonly reason: string;
  /** What to do next, in whole sentences; not there where nothing is known to help. */
  readonly remedy?: string;
}

/** One cause of a report, and everything that it explains. */
export interface Problem extends Cause {
  /** The worst of what it explains; a warning does not count for the outcome. */
  readonly status: Exclude<Outcome, "ok"> | "warning";
  /** The checks that it explains, by name: `registry.Router`, `router.factory`. */
  readonly affects: readonly string[];
}

/** How a check ended. What is skipped does not count, nor does a warning. */
export type CheckStatus = Outcome | "warning" | "skipped";

/** One thing that was found of what is checked. */
export interface Finding extends Cause {
  readonly status: CheckStatus;
  /** The report's own word for it: `absent`. */
  readonly verdict: string;
}

/** One thing that was checked, as every format lists it. All texts are one line. */
export interface Check {
  /** `network` for the one that the others of a network rest on. */
  readonly group: string;
  readonly name: string;
  /** The address or the endpoint that was asked. */
  readonly address?: string;
  /** That of the worst finding; `ok` where nothing was found. */
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

/** The finding that says how a check ended. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted(bySeverity)[0];
}

/** What is wrong, unknown or doubtful, each cause once, the worst first. */
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

/** The same as data of a report. */
export function problemsOf(checks: readonly Check[]): readonly Problem[] {
  return groupProblems(checks).map(({ affected, ...problem }) => ({
    ...problem,
    affects: affected.map(({ check }) => check.name),
  }));
}

/** A cause in one text: the reason, then what to do. */
export function explain({ reason, remedy }: Cause): string {
  return remedy === undefined
    ? reason
    : `${reason}${/[.?!…]$/.test(reason) ? "" : "."} ${remedy}`;
}

/** What was checked, with the address or the endpoint that was asked. */
export function subjectOf({ name, address }: Check): string {
  return address === undefined ? name : `${name} ${address}`;
}

/**
 * What a problem affects, and the verdict: `registry.Router absent`, `3 checks
 * absent`. What rests on a network that could not be asked is only counted.
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

/** Whether it affects several checks that each matter by themselves. */
function listsAffected({ affected }: GroupedProblem): boolean {
  return (
    affected.length > 1 &&
    affected.every(({ check }) => check.group !== "network")
  );
}

/** What an assertion shows; of more than these only the number is told. */
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
    // Said once below all that it is for.
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
