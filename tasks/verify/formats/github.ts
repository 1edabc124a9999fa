import {
  groupProblems,
  problemTitle,
  subjectOf,
} from "../../../src/base/problems.ts";
import { networkLabel } from "../../../src/base/text.ts";
import type { JudgedNetwork, JudgedReport } from "../../../src/verify/found.ts";
import {
  type GithubAnnotation,
  githubCommands,
} from "../../cli/github-annotations.ts";
import type { PlaceOf } from "../annotation-places.ts";
import { reportMarkdown } from "./markdown.ts";
import { remarksOf, withSeverity } from "./network-facts.ts";

const COMMANDS = { failed: "error", unknown: "warning" } as const;

/**
 * The report of `alpha verify` as workflow commands, which GitHub shows as
 * annotations: an error for what is proven wrong, a warning for what could not
 * be determined, each cause once. Annotations beyond GitHub's limit are joined into
 * the last one shown.
 */
export function verifyGithub(
  report: JudgedReport,
  placeOf: PlaceOf = () => undefined,
): string {
  const annotations = report.networks.flatMap((network) => [
    ...problemAnnotations(network, placeOf),
    ...noteAnnotations(network),
  ]);
  const outcomes = report.networks.map(
    (network) => `${networkLabel(network)} ${network.outcome}`,
  );
  return githubCommands(annotations, {
    title: `alpha verify (${report.level}): ${report.outcome}`,
    message: outcomes.join(", "),
  });
}

/** Problems of the same checks, such as several lock file changes, share one annotation. */
function problemAnnotations(
  network: JudgedNetwork,
  placeOf: PlaceOf,
): readonly GithubAnnotation[] {
  const groups = Map.groupBy(
    groupProblems(network.rows),
    ({ status, affected }) =>
      JSON.stringify([
        status,
        ...affected.map(({ check, verdict }) => [check.name, verdict]),
      ]),
  );
  const annotations: GithubAnnotation[] = [];
  for (const problems of groups.values()) {
    const [first] = problems;
    if (first === undefined) {
      continue;
    }
    const title = withSeverity(problemTitle(first), first);
    const remedies = problems.flatMap(({ remedy }) => remedy ?? []);
    const lines = [
      ...problems.map(({ reason }) => reason),
      ...new Set(remedies),
      ...first.named.map(({ check }) => subjectOf(check)),
    ];
    annotations.push({
      command: COMMANDS[first.status],
      title: `${networkLabel(network)}: ${title}`,
      message: lines.join("\n"),
      ...placeOf(network, first),
    });
  }
  return annotations;
}

function noteAnnotations(network: JudgedNetwork): readonly GithubAnnotation[] {
  const message = remarksOf(network).join("\n");
  const title = `${networkLabel(network)}: notes`;
  return message === "" ? [] : [{ command: "notice", title, message }];
}

/** GitHub drops step summaries of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;
const MAX_ROWS = 1_000;

/**
 * The report of `alpha verify` for `$GITHUB_STEP_SUMMARY`: Markdown of bounded size,
 * problems first.
 */
export function verifyGithubSummary(report: JudgedReport): string {
  let maxRows = MAX_ROWS;
  let text = reportMarkdown(report, maxRows);
  while (maxRows > 1 && Buffer.byteLength(text) > MAX_BYTES) {
    maxRows = Math.floor(maxRows / 2);
    text = reportMarkdown(report, maxRows);
  }
  return text;
}
