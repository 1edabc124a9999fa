import { escapeUnprintable } from "../../src/base/text.ts";

/** GitHub shows this many of each kind per step and drops the others. */
const MAX_SHOWN = 10;

const COMMANDS = ["error", "warning", "notice"] as const;

/** One workflow command that GitHub shows as an annotation. */
export interface GithubAnnotation {
  readonly command: (typeof COMMANDS)[number];
  readonly title: string;
  readonly message: string;
  /** The annotated file, relative to the root of the repository. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1. */
  readonly column?: number | undefined;
}

/**
 * The annotations of a report as workflow commands: of each kind, at most as many as
 * GitHub shows, the last of which contains the text of all that did not fit; and a
 * closing notice.
 */
export function githubCommands(
  annotations: readonly GithubAnnotation[],
  closing: Pick<GithubAnnotation, "title" | "message">,
): string {
  const printable = annotations.map((annotation) => ({
    ...annotation,
    file: annotation.file && escapeUnprintable(annotation.file),
  }));
  return [
    ...COMMANDS.flatMap((kind) =>
      bounded(printable.filter(({ command }) => command === kind)),
    ),
    { command: "notice", ...closing } as const,
  ]
    .map(githubCommand)
    .join("\n");
}

function bounded(
  annotations: readonly GithubAnnotation[],
): readonly GithubAnnotation[] {
  // The closing notice takes one place of its kind.
  const maxInFull = MAX_SHOWN - 2;
  const [first, ...others] = annotations.slice(maxInFull);
  if (first === undefined || others.length === 0) {
    return annotations;
  }
  return [
    ...annotations.slice(0, maxInFull),
    {
      command: first.command,
      title: `${others.length + 1} more findings`,
      message: [first, ...others].map(inFull).join("\n\n"),
    },
  ];
}

/**
 * An annotation as a workflow command.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
function githubCommand({
  command,
  title,
  message,
  file,
  line,
  column,
}: GithubAnnotation): string {
  const properties = Object.entries({ file, line, col: column, title }).flatMap(
    ([name, value]) => {
      if (value === undefined) {
        return [];
      }
      return [`${name}=${escapeProperty(String(value))}`];
    },
  );
  return `::${command} ${properties.join(",")}::${escapeData(message)}`;
}

function inFull({ title, message, file, line }: GithubAnnotation): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place === undefined ? "" : `${place}: `}${title}\n${message}`;
}

function escapeData(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
