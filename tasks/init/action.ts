import { constants, copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { alphaError, PLUGIN_ID } from "../../src/base/errors.ts";
import { ownValue, recordOf } from "../../src/base/records.ts";
import { didYouMean } from "../../src/base/suggest-name.ts";
import { emit } from "../cli/output.ts";
import { textTable } from "../cli/table.ts";
import { initExamples, NEW_PROJECT } from "./examples.ts";

/** Copies an example into the project, never over a file; without a name, lists them. */
const action: NewTaskActionFunction<{
  readonly example?: string | undefined;
}> = async ({ example: name }, { config }) => {
  const examples = initExamples(config.plugins.map(({ id }) => id));
  const names = Object.keys(examples);
  if (name === undefined) {
    const headings = ["example", "writes", "which"];
    const rows = Object.entries(examples).map(
      ([each, { file, description }]) => ({ cells: [each, file, description] }),
    );
    const table = [{ headings }, ...rows];
    await emit(
      (style) =>
        `${textTable(table, { style })}\n\nnpx hardhat alpha init <example>`,
    );
    return successfulResult([]);
  }
  const example = ownValue(examples, name);
  if (example === undefined) {
    throw alphaError(
      `Unknown example "${name}". ${didYouMean(name, names)}Valid examples: ${names.join(", ")}.`,
    );
  }
  const { file, source, next } = example;
  const to = join(config.paths.root, file);
  const { resolve } = createRequire(import.meta.url);
  const folder = join(
    dirname(resolve(`${PLUGIN_ID}/package.json`)),
    "examples",
  );
  try {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(folder, source), to, constants.COPYFILE_EXCL);
  } catch (error) {
    // A parent folder that is a file has the same code.
    const { code, syscall } = recordOf(error);
    throw alphaError(
      code === "EEXIST" && syscall === "copyfile"
        ? `${file} exists and will not be replaced: move or rename it, then try again.`
        : `${file} could not be written: ${error}.`,
      error,
    );
  }
  const isInProject = config.paths.config !== undefined;
  const commands = isInProject ? next : [...NEW_PROJECT, ...next];
  await emit((style) =>
    [
      isInProject
        ? `Wrote ${file}. Next:`
        : `Wrote ${file}. It needs a Hardhat project with this plugin. Next:`,
      ...commands.map((command) => `  ${style.strong(command)}`),
    ].join("\n"),
  );
  return successfulResult([file]);
};

export default action;
