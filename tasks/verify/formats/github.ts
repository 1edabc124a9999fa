import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { type VerifyCheck, verifyChecks } from "../../../src/verify/checks.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import {
  boundedAnnotations,
  githubCommand,
} from "../../cli/github-annotations.ts";
import { markdownOutcome, networkMarkdown } from "./markdown.ts";

const COMMANDS = {
  failed: "error",
  unknown: "warning",
  warning: "notice",
} as const;

type Kind = keyof typeof COMMANDS;

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  readonly message: string;
}

/**
 * The report of `alpha verify` as workflow commands, which GitHub shows as
 * annotations: an error for what is proven wrong, a warning for what could not
 * be determined. Those with the same reason are one. What is more than GitHub
 * shows goes into the last one shown, so that nothing is lost.
 */
export function verifyGithub(report: VerifyReport): string {
  const annotations = report.networks.flatMap((network) => [
    ...annotationsOf(networkLabel(network), verifyChecks(network, report)),
    ...notesOf(network),
  ]);
  const outcomes = report.networks.map(
    (network) => `${networkLabel(network)} ${network.outcome}`,
  );
  return [
    ...(["failed", "unknown", "warning"] as const).flatMap((kind) =>
      boundedAnnotations(
        annotations
          .filter((annotation) => annotation.kind === kind)
          .map(({ title, message }) => ({
            command: COMMANDS[kind],
            title,
            message,
          })),
      ),
    ),
    {
      command: COMMANDS.warning,
      title: `alpha verify (${report.level}): ${report.outcome}`,
      message: outcomes.join(", "),
    } as const,
  ]
    .map(githubCommand)
    .join("\n");
}

function annotationsOf(
  network: string,
  checks: readonly VerifyCheck[],
): readonly Annotation[] {
  const groups = new Map<string, { kind: Kind; checks: VerifyCheck[] }>();
  for (const check of checks) {
    const { status, verdict, reasons } = check;
    if (status === "ok" || status === "skipped") {
      continue;
    }
    const key = JSON.stringify([status, verdict, reasons]);
    const group = groups.get(key) ?? { kind: status, checks: [] };
    group.checks.push(check);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ kind, checks: alike }) =>
    annotation(network, kind, alike),
  );
}

/** Such as policies that differ, which do not count for the outcome. */
function notesOf(network: NetworkVerification): readonly Annotation[] {
  const { notes } = network;
  return notes.length === 0
    ? []
    : [
        {
          kind: "warning",
          title: `${networkLabel(network)}: notes`,
          message: notes.map(oneLine).join("\n"),
        },
      ];
}

function annotation(
  network: string,
  kind: Kind,
  checks: readonly VerifyCheck[],
): Annotation {
  const [first] = checks;
  const what =
    checks.length === 1 ? (first?.name ?? "") : `${checks.length} checks`;
  const named = checks.map(({ name, address }) =>
    address === undefined ? name : `${name} ${address}`,
  );
  return {
    kind,
    title: `${network}: ${what} ${first?.verdict ?? ""}`,
    message: [...(first?.reasons ?? []), ...named].join("\n"),
  };
}

/** GitHub drops a step's summary of more than 1 MiB altogether. */
const MOST_BYTES = 900 * 1024;
const MOST_ROWS = 1_000;

/**
 * The report of `alpha verify` for `$GITHUB_STEP_SUMMARY`: Markdown, bounded, with
 * what needs a look first.
 */
export function verifyGithubSummary(report: VerifyReport): string {
  let mostRows = MOST_ROWS;
  let text = summary(report, mostRows);
  while (mostRows > 1 && Buffer.byteLength(text) > MOST_BYTES) {
    mostRows = Math.floor(mostRows / 2);
    text = summary(report, mostRows);
  }
  return text;
}

function summary(report: VerifyReport, mostRows: number): string {
  return [
    markdownOutcome(report),
    ...report.networks.map((network) =>
      networkMarkdown(network, report, mostRows),
    ),
  ].join("\n\n");
}
