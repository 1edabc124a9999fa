/** A file of a guide, or a change of one. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | {
      readonly kind: "change";
      readonly path: string;
      readonly hunks: readonly Hunk[];
    };

/** Lines, and those in their place. */
export interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const STEP =
  /<!-- (file|change): (\S+) -->\s*```(?:typescript|diff)\n([\s\S]*?)```/g;
const COMMANDS = /<!-- then: (\S+) -->\s*```text\n([\s\S]*?)```/g;

/** The files and changes that a guide shows, in its order. */
export function readSteps(guide: string): readonly Step[] {
  return [...guide.matchAll(STEP)].map(([, kind, path = "", text = ""]) =>
    kind === "file"
      ? { kind: "file", path, text }
      : { kind: "change", path, hunks: text.split("\n\n").map(hunkOf) },
  );
}

/** The commands that a guide ends with, after `npx hardhat`, by their name. */
export function readCommands(
  guide: string,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...guide.matchAll(COMMANDS)].map(([, name = "", text = ""]) => [
      name,
      text
        .trim()
        .split("\n")
        .map((line) => line.replace(/^npx hardhat /, "")),
    ]),
  );
}

/**
 * A text with the lines replaced.
 *
 * @throws {Error} if the lines are not there once.
 */
export function applyHunk(text: string, { before, after }: Hunk): string {
  const lines = `${before.join("\n")}\n`;
  const parts = `\n${text}`.split(`\n${lines}`);
  if (parts.length !== 2) {
    throw new Error(`Not there, or more than once: ${lines}`);
  }
  return parts.join(`\n${after.join("\n")}\n`).slice(1);
}

function hunkOf(text: string): Hunk {
  const lines = text.split("\n").filter((line) => line !== "");
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));
  return { before: without("+"), after: without("-") };
}
