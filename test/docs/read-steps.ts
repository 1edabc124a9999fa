/** A file of a guide, or a change of one. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | {
      readonly kind: "change";
      readonly path: string;
      readonly hunks: readonly Hunk[];
    };

/** Lines to be added below others. */
export interface Hunk {
  readonly below: readonly string[];
  readonly added: readonly string[];
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
 * A text with the lines added.
 *
 * @throws {Error} if the lines that they are to stand below are not there once.
 */
export function applyHunk(text: string, { below, added }: Hunk): string {
  const anchor = `${below.join("\n")}\n`;
  const parts = `\n${text}`.split(`\n${anchor}`);
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length !== 2) {
    throw new Error(`Not there, or more than once: ${anchor}`);
  }
  return `${before}\n${anchor}${added.join("\n")}\n${after}`.slice(1);
}

function hunkOf(text: string): Hunk {
  const lines = text.split("\n").filter((line) => line !== "");
  const linesWith = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(sign.length));
  return { below: linesWith(" "), added: linesWith("+") };
}
