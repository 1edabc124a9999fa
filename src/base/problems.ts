import type { Outcome } from "./report.ts";
import { networkLabel } from "./text.ts";

/** Why something is not as it should be, and what to do about it. */
export interface Cause {
  /** A phrase that follows a colon. */
  readonly reason: string;
  /** What to do next, in whole sentences; missing if nothing is known to help. */
  readonly remedy?: string | undefined;
}

/** One cause of a report, and everything that it explains. */
export interface Problem extends Cause {
  /** The worst of what it explains. */
  readonly status: Exclude<Outcome, "ok">;
  /** The checks that it explains, by name: `registry.Router`, `router.factory`. */
  readonly affects: readonly string[];
}

/** How a check ended. Skipped checks do not count for the outcome. */
export type CheckStatus = Outcome | "skipped";

/** One finding of a check. */
export interface Finding extends Cause {
  readonly status: CheckStatus;
  /** The report's term for it, such as `absent`. */
  readonly verdict: string;
}

/** A finding, whose reason is by default its verdict. */
export function findingOf(
  status: CheckStatus,
  verdict: string,
  {
    reason = verdict,
    remedy,
  }: { readonly [K in keyof Cause]?: Cause[K] | undefined },
): Finding {
  return { status, verdict, reason, remedy };
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

const STATUSES: readonly CheckStatus[] = ["failed", "unknown", "ok", "skipped"];

/** Orders the worst first. */
export function bySeverity(
  one: { readonly status: CheckStatus },
  other: { readonly status: CheckStatus },
): number {
  return STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status);
}

/** The finding that determines the status of a check. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted(bySeverity)[0];
}

/** Failed and unknown findings, grouped by cause, the worst first. */
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
    .flatMap((group) => {
      const [worst] = group.toSorted(bySeverity);
      const byCheck = Map.groupBy(group, ({ check }) => check).values();
      const affected = [...byCheck].flatMap(([first]) => first ?? []);
      return worst === undefined
        ? []
        : [
            {
              status: worst.status,
              reason: worst.reason,
              remedy: worst.remedy,
              affected,
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

/** More checks that are unknown for one cause are counted, not named. */
const MAX_NAMED = 3;

/**
 * The checks of a problem that are named: not those that depend on a network that
 * could not be queried, nor many that could not be made for the same reason.
 */
export function namedChecks(problem: GroupedProblem): readonly Check[] {
  return namedOf(problem).map(({ check }) => check);
}

type Affected = GroupedProblem["affected"];

function namedOf(problem: GroupedProblem): Affected {
  const { affected } = problem;
  if (isNetworkProblem(problem)) {
    return affected.filter(({ check }) => isOfNetwork(check));
  }
  return affected.length <= MAX_NAMED
    ? affected
    : affected.filter(({ verdict }) => verdict !== "unknown");
}

/** The named checks of a problem that its title counts. */
export function untitledChecks(problem: GroupedProblem): readonly Check[] {
  return isNetworkProblem(problem)
    ? []
    : [...Map.groupBy(namedOf(problem), ({ verdict }) => verdict).values()]
        .filter(({ length }) => length > 1)
        .flat()
        .map(({ check }) => check);
}

/**
 * The checks that reports list: all but those that are only counted.
 *
 * @param namedOf the checks of a problem that are not only counted
 */
export function listedChecks<T extends Check>(
  checks: readonly T[],
  namedOf: typeof namedChecks = namedChecks,
): readonly T[] {
  const problems = groupProblems(checks);
  const named = new Set(problems.flatMap(namedOf));
  const affected = new Set(
    problems.flatMap((problem) => problem.affected.map(({ check }) => check)),
  );
  return checks.filter((check) => named.has(check) || !affected.has(check));
}

/** Whether it is of the network itself, and of all that depends on it. */
export function isNetworkProblem({ affected }: GroupedProblem): boolean {
  return affected.some(({ check }) => isOfNetwork(check));
}

function isOfNetwork({ group }: Check): boolean {
  return group === "network";
}

/**
 * What a problem affects, and the verdict: `registry.Router absent`, `3 checks absent`,
 * `24 checks unknown (11 contracts, 13 wiring)`. Checks that depend on a network that
 * could not be queried are only counted.
 */
export function problemTitle(
  { affected }: GroupedProblem,
  subject: (check: Check) => string = ({ name }) => name,
): string {
  const network = affected.find(({ check }) => isOfNetwork(check));
  if (network !== undefined) {
    const others = affected.length - 1;
    return `${subject(network.check)} ${network.verdict}${others === 0 ? "" : ` (${others} not checked)`}`;
  }
  const byVerdict = [...Map.groupBy(affected, ({ verdict }) => verdict)];
  return byVerdict
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([verdict, list]) => {
      const [first, ...others] = list;
      return first === undefined || others.length > 0
        ? `${list.length} checks ${verdict}${groupCounts(list)}`
        : `${subject(first.check)} ${verdict}`;
    })
    .join(", ");
}

/** What is unknown comes last. */
function rankOf(verdict: string): number {
  return verdict === "unknown" ? 1 : 0;
}

/** How many of many checks are of each group, where there are several groups. */
function groupCounts(affected: Affected): string {
  const groups = Map.groupBy(affected, ({ check }) => check.group);
  return affected.length <= MAX_NAMED || groups.size < 2
    ? ""
    : ` (${[...groups].map(([group, { length }]) => `${length} ${group}`).join(", ")})`;
}

/** The maximum number of items in the message of an assertion; the rest is counted. */
const MAX_SHOWN = 50;

/** A network, and what was checked of it. */
export interface CheckedNetwork {
  readonly network: string;
  readonly hardhatNetwork: string | null;
  readonly checks: readonly Check[];
}

/** The problems of networks as the lines of an assertion's message. */
export function problemLines(networks: readonly CheckedNetwork[]): string {
  const problems = networks
    .flatMap((network) =>
      groupProblems(network.checks).map((problem) => ({
        ...problem,
        title: `${networkLabel(network)}: ${problemTitle(problem, subjectOf)}`,
      })),
    )
    .toSorted(bySeverity);
  const shown = problems.slice(0, MAX_SHOWN);
  const lines = shown.flatMap((problem, index) => {
    const { title, reason, remedy } = problem;
    const [previous, next] = [shown[index - 1], shown[index + 1]];
    // Several reasons of one check, such as changes of the lock file, are a list.
    const isFirst = previous?.title !== title;
    const isList = !isFirst || next?.title === title;
    return [
      ...(isFirst ? [`  ${title}:${isList ? "" : ` ${reason}`}`] : []),
      ...(isList ? [`    ${reason}`] : []),
      ...affectedLines(problem),
      // Shown once, below the last problem that it applies to.
      ...(remedy === undefined || remedy === next?.remedy
        ? []
        : [`    ${remedy}`]),
    ];
  });
  const more = problems.length - shown.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

/** The checks that the title does not name. */
function affectedLines(problem: GroupedProblem): readonly string[] {
  const named = untitledChecks(problem);
  const more = named.length - MAX_SHOWN;
  return [
    ...named.slice(0, MAX_SHOWN).map((check) => `    ${subjectOf(check)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}
