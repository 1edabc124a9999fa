import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { REPOSITORY } from "./repository-files.ts";

const BLOCK =
  /(?:<!-- runs: (?<file>\S+) -->\s*)?```(?<language>\w+)\n(?<text>[\s\S]*?)```/g;

/** A fenced block of a document. */
export interface DocBlock {
  /** The document, from the project's folder. */
  readonly document: string;
  readonly language: string;
  readonly text: string;
  /** The file that a reader saves it to, where the document says one. */
  readonly file: string | undefined;
}

/** A script of a document, and what it prints there. */
export interface DocScript {
  readonly document: string;
  readonly file: string;
  /** The text after its command; undefined if the document does not show it. */
  readonly printed: string | undefined;
}

/** The fenced blocks of the README, of all documents in `docs`, and of the skills. */
export function docBlocks(): readonly DocBlock[] {
  const documents = [
    "README.md",
    ...readdirSync(join(REPOSITORY, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
    ...readdirSync(join(REPOSITORY, "skills")).map(
      (name) => `skills/${name}/SKILL.md`,
    ),
  ];
  return documents.flatMap((document) =>
    [...readFileSync(join(REPOSITORY, document), "utf8").matchAll(BLOCK)].map(
      ({ groups = {} }) => ({
        document,
        language: groups["language"] ?? "",
        text: groups["text"] ?? "",
        file: groups["file"],
      }),
    ),
  );
}

/** The commands of the documents' shell blocks, comments left out. */
export function docCommands(): readonly {
  readonly document: string;
  readonly command: string;
}[] {
  return docBlocks()
    .filter(({ language }) => language === "sh")
    .flatMap(({ document, text }) =>
      text
        .split("\n")
        .map((line) => line.replace(/\s+#.*$/, "").trim())
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((command) => ({ document, command })),
    );
}

/** The scripts that readers save to a file and run by `node FILE`. */
export function docScripts(): readonly DocScript[] {
  const blocks = docBlocks();
  return blocks.flatMap(({ document, file }) => {
    // A shell script needs what it calls: e2e/notify runs it.
    if (file?.endsWith(".ts") !== true) {
      return [];
    }
    const next = blocks.findIndex(
      (block) => block.document === document && block.text === `node ${file}\n`,
    );
    const output = next === -1 ? undefined : blocks[next + 1];
    const printed = output?.language === "text" ? output.text : undefined;
    return [{ document, file, printed }];
  });
}
