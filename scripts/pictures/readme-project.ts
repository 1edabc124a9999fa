import {
  createProject,
  type TemporaryProject,
} from "../../test/support/cli.ts";
import { docBlocks } from "../../test/support/doc-blocks.ts";

/** The project that a reader of the README has: its config and its scripts. */
export function openReadmeProject(): TemporaryProject {
  const blocks = docBlocks().filter(({ document }) => document === "README.md");
  const config = blocks.find(({ text }) =>
    text.startsWith("// hardhat.config.ts"),
  );
  const project = createProject(config?.text ?? "");
  for (const { file, text } of blocks) {
    if (file !== undefined) {
      project.write(file, text);
    }
  }
  return project;
}
