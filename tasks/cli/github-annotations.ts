import { escapeUnprintable } from "../../src/base/text.ts";

/** GitHub shows this many of each kind per step and drops the others. */
const MAX_SHOWN = 10;

/** One workflow command that GitHub shows as an annotation. */
export interface GithubAnnotation {
  readonly command: "error" | "warning" | "notice";
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
 * Annotations of one kind, at most as many as GitHub shows beside one closing
 * notice. The last of them contains the text of all that did not fit.
 */
export function boundedAnnotations(
  annotations: readonly GithubAnnotation[],
): readonly GithubAnnotation[] {
  // The closing notice takes one place of its kind.
  const maxShown = MAX_SHOWN - 1;
  const [first, ...others] = annotations.slice(maxShown - 1);
  if (first === undefined || others.length === 0) {
    return annotations;
  }
  return [
    ...annotations.slice(0, maxShown - 1),
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
export function githubCommand({
  command,
  title,
  message,
  file,
  line,
  column,
}: GithubAnnotation): string {
  const shown = printablePath(file);
  const properties = Object.entries({
    file: shown,
    line,
    col: column,
    title,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${command} ${properties.join(",")}::${escapeData(message)}`;
}

function inFull({ title, message, file, line }: GithubAnnotation): string {
  const shown = printablePath(file);
  const place = line === undefined ? shown : `${shown}:${line}`;
  return [place === undefined ? title : `${place}: ${title}`, message].join(
    "\n",
  );
}

function printablePath(file: string | undefined): string | undefined {
  return file && escapeUnprintable(file);
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
