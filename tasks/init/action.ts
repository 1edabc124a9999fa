import { lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { alphaError, PLUGIN_ID } from "../../src/base/errors.ts";
import { didYouMean } from "../../src/base/suggest-name.ts";
import { emit } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { textTable } from "../cli/table.ts";
import { INIT_EXAMPLES, type InitExample } from "./examples.ts";

interface InitArguments {
  readonly examples: string[];
}

const action: NewTaskActionFunction<InitArguments> = async (args, hre) => {
  const examples = [...new Set(args.examples)].map(exampleOf);
  await writeExamples(examples, hre.config.paths.root);
  await emit((style) =>
    examples.length === 0
      ? listExamples(style)
      : examples.flatMap((one) => describeNext(one, style)).join("\n"),
  );
  return successfulResult(examples.map(({ file }) => file));
};

export default action;

function listExamples(style: TextStyle): string {
  const rows = Object.entries(INIT_EXAMPLES).map(
    ([name, { file, description }]) => ({ cells: [name, file, description] }),
  );
  const headings = ["example", "writes", "which"];
  return `${textTable([{ headings }, ...rows], { style })}\n\nnpx hardhat alpha init <example>`;
}

function describeNext({ file, next }: InitExample, style: TextStyle) {
  const commands = next.map((command) => `  ${style.strong(command)}`);
  return [`Wrote ${file}. Next:`, ...commands];
}

/** @throws HardhatPluginError if there is no example of that name. */
function exampleOf(name: string): InitExample {
  const example = Object.hasOwn(INIT_EXAMPLES, name)
    ? INIT_EXAMPLES[name]
    : undefined;
  if (example === undefined) {
    const names = Object.keys(INIT_EXAMPLES);
    throw alphaError(
      `Unknown example "${name}". ${didYouMean(name, names)}Valid examples: ${names.join(", ")}.`,
    );
  }
  return example;
}

/**
 * Writes the files of examples into a project.
 *
 * @throws HardhatPluginError if one of the files exists, and then writes none; or if one
 * cannot be written.
 */
async function writeExamples(
  examples: readonly InitExample[],
  root: string,
): Promise<void> {
  const existing: InitExample[] = [];
  for (const example of examples) {
    // A broken link counts, too.
    await lstat(join(root, example.file)).then(
      () => existing.push(example),
      () => {},
    );
  }
  if (existing.length > 0) {
    const list = existing.map(({ file }) => file).join(", ");
    throw alphaError(
      `${list} ${existing.length === 1 ? "exists" : "exist"} and will not be replaced. Nothing was written: move or rename the file, then try again.`,
    );
  }
  const require = createRequire(import.meta.url);
  const ours = dirname(require.resolve(`${PLUGIN_ID}/package.json`));
  for (const { source, file } of examples) {
    const path = join(root, file);
    try {
      const text = await readFile(join(ours, "examples", source), "utf8");
      await mkdir(dirname(path), { recursive: true });
      // Never over a file that appeared in the meantime.
      await writeFile(path, text, { flag: "wx" });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw alphaError(`${file} could not be written: ${reason}.`, error);
    }
  }
}
