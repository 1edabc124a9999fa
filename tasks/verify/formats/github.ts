import {
  type GroupedProblem,
  groupProblems,
  problemTitle,
  subjectOf,
} from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import {
  boundedAnnotations,
  type GithubAnnotation,
  githubCommand,
} from "../../cli/github-annotations.ts";
import type { PlaceOf } from "../annotation-places.ts";
import { markdownOutcome, networkMarkdown } from "./markdown.ts";

const COMMANDS = { failed: "error", unknown: "warning" } as const;

/**
 * The report of `alpha verify` as workflow commands, which GitHub shows as
 * annotations: an error for what is proven wrong, a warning for what could not
 * be determined, each cause once. Annotations beyond GitHub's limit are joined into
 * the last one shown.
 */
export function verifyGithub(
  report: VerifyReport,
  placeOf: PlaceOf = () => undefined,
): string {
  const annotations = report.networks.flatMap((network) => [
    ...problemAnnotations(network, placeOf),
    ...noteAnnotations(network),
  ]);
  const outcomes = report.networks.map(
    (network) => `${networkLabel(network)} ${network.outcome}`,
  );
  return [
    ...(["error", "warning", "notice"] as const).flatMap((command) =>
      boundedAnnotations(
        annotations.filter((annotation) => annotation.command === command),
      ),
    ),
    {
      command: "notice",
      title: `alpha verify (${report.level}): ${report.outcome}`,
      message: outcomes.join(", "),
    } as const,
  ]
    .map(githubCommand)
    .join("\n");
}

/** Problems of the same checks, such as several lock file changes, share one annotation. */
function problemAnnotations(
  network: NetworkVerification,
  placeOf: PlaceOf,
): readonly GithubAnnotation[] {
  const groups = Map.groupBy(
    groupProblems(network.checks),
    ({ status, affected }) =>
      JSON.stringify([
        status,
        ...affected.map(({ check, verdict }) => [check.name, verdict]),
      ]),
  );
  return [...groups.values()].flatMap((problems) => {
    const [first] = problems;
    return first === undefined
      ? []
      : [
          {
            command: COMMANDS[first.status],
            title: `${networkLabel(network)}: ${problemTitle(first)}`,
            message: messageOf(first, problems),
            ...placeOf(network, first),
          },
        ];
  });
}

function messageOf(
  first: GroupedProblem,
  problems: readonly GroupedProblem[],
): string {
  const remedies = problems.flatMap(({ remedy }) => remedy ?? []);
  return [
    ...problems.map(({ reason }) => reason),
    ...new Set(remedies),
    ...first.named.map(({ check }) => subjectOf(check)),
  ].join("\n");
}

/** What is ok, but worth knowing: proxies, accepted code, and notes. */
function noteAnnotations(
  network: NetworkVerification,
): readonly GithubAnnotation[] {
  const remarks = network.checks.flatMap(({ name, findings }) =>
    findings.flatMap(({ status, reason }) =>
      status === "ok" ? [`${name}: ${reason}`] : [],
    ),
  );
  const lines = [...remarks, ...network.notes.map(oneLine)];
  return lines.length === 0
    ? []
    : [
        {
          command: "notice",
          title: `${networkLabel(network)}: notes`,
          message: lines.join("\n"),
        },
      ];
}

/** GitHub drops step summaries of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;
const MAX_ROWS = 1_000;

/**
 * The report of `alpha verify` for `$GITHUB_STEP_SUMMARY`: Markdown of bounded size,
 * problems first.
 */
export function verifyGithubSummary(report: VerifyReport): string {
  let maxRows = MAX_ROWS;
  let text = summary(report, maxRows);
  while (maxRows > 1 && Buffer.byteLength(text) > MAX_BYTES) {
    maxRows = Math.floor(maxRows / 2);
    text = summary(report, maxRows);
  }
  return text;
}

function summary(report: VerifyReport, maxRows: number): string {
  return [
    markdownOutcome(report),
    ...report.networks.map((network) => networkMarkdown(network, maxRows)),
  ].join("\n\n");
}
