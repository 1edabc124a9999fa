import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Writable } from "node:stream";
import type { HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../../src/base/errors.ts";
import { ownValue } from "../../src/base/records.ts";
import { escapeUnprintable, oneLine } from "../../src/base/text.ts";
import { generatedBy } from "../../src/files/generated-by.ts";
import {
  checkOutputs,
  type OutputFile,
  writeOutput,
} from "../../src/files/output-files.ts";
import type { CommonArguments } from "./arguments.ts";
import { PLAIN, styleFor, type TextStyle } from "./style.ts";

/** A file to which a task writes one of its formats. */
export interface TaskOutput extends OutputFile {
  readonly format: string;
  /** Set to not say that it was written. */
  readonly quiet?: boolean | undefined;
}

/** The arguments that determine where a task's output goes. */
export type OutputArguments = Pick<
  CommonArguments,
  "format" | "out" | "force"
> &
  Pick<TaskOutput, "quiet">;

/**
 * The file of `--out`, if it is set, checked before the work that fills it.
 *
 * @param inputs files of the task that it may not replace, as it may none of the project
 * @throws HardhatPluginError if it cannot be written, or may not be replaced, and on
 * `--force` without a file.
 */
export async function prepareOutput(
  { format, out, force, quiet }: OutputArguments,
  config: Pick<HardhatConfig, "alpha" | "paths">,
  {
    task,
    isUnmarked,
    isMerged = false,
    inputs = [],
  }: Pick<OutputFile, "task" | "isUnmarked"> & {
    /** Set if the task keeps what else is in the file. */
    readonly isMerged?: boolean;
    readonly inputs?: readonly string[];
  },
): Promise<TaskOutput | undefined> {
  if (out === undefined) {
    if (force) {
      throw alphaError(
        "--force requires --out: it only allows that file to be replaced.",
      );
    }
    return undefined;
  }
  const output = { file: out, task, format, force, isUnmarked, quiet };
  const sources = isMerged ? [] : config.alpha.sourceFiles;
  const read = [...projectFiles(config), ...sources, ...inputs];
  await checkOutputs([output], read);
  checkExtension(output);
  return output;
}

const JSON_FORMATS = [
  "json",
  "address-json",
  "allocs",
  "chain-metadata",
  "genesis",
  "ignition-parameters",
  "sarif",
  "token-list",
];
/** The formats for the extensions by which programs choose how to read a file. */
const FORMATS_BY_EXTENSION: readonly (readonly [RegExp, readonly string[]])[] =
  [
    [/\.json$/i, JSON_FORMATS],
    [/\.ya?ml$/i, ["yaml", ...JSON_FORMATS]],
    [/\.[cm]?js$/i, ["js", "chain-metadata", "config", "expect"]],
    [/\.[cm]?ts$/i, ["typescript", "js", "config", "expect"]],
    [/\.sol$/i, ["solidity"]],
    [/\.env$/i, ["env", "ocean-node"]],
    [/\.html$/i, ["html"]],
    [/\.xml$/i, ["junit"]],
    [/\.prom$/i, ["prometheus"]],
  ];

/** @throws HardhatPluginError if the extension of a file is that of another format. */
export function checkExtension({
  file,
  format,
}: Pick<TaskOutput, "file" | "format">): void {
  for (const [extension, formats] of FORMATS_BY_EXTENSION) {
    if (extension.test(file) && !formats.includes(format)) {
      throw alphaError(
        `The extension of ${file} is none of the format ${format}. Change the extension or the format.`,
      );
    }
  }
}

/** Files of the project that no output may replace. */
export function projectFiles({
  paths: { config, root },
}: Pick<HardhatConfig, "paths">): readonly string[] {
  return [
    ...(config === undefined ? [] : [config]),
    join(root, "package.json"),
    join(root, "tsconfig.json"),
  ];
}

/** Text formats, whose files begin with a header line. */
const PLAIN_TEXT: ReadonlySet<string> = new Set(["table", "github"]);

/**
 * Prints a report to stdout, in colours if that is a terminal, or writes it to a
 * file.
 *
 * @throws HardhatPluginError if it cannot be written, or may not be replaced.
 */
export async function emit(
  render: (style: TextStyle) => string,
  output?: TaskOutput,
): Promise<void> {
  if (output !== undefined) {
    const { task, format } = output;
    const header = PLAIN_TEXT.has(format)
      ? `# ${generatedBy(`alpha ${task}`)}\n\n`
      : "";
    await writeFile(output, `${header}${render(PLAIN)}\n`);
    return;
  }
  const text = render(styleFor(process.stdout));
  if (text !== "") {
    await writeToStream(process.stdout, `${text}\n`);
  }
}

/**
 * Writes a task's file, and says so on stderr.
 *
 * @throws HardhatPluginError if it cannot be written, or may not be replaced.
 */
export async function writeFile(
  output: OutputFile & Pick<TaskOutput, "quiet">,
  text: string,
): Promise<void> {
  const isChanged = await writeOutput(output, text);
  if (output.quiet === true) {
    return;
  }
  const file = oneLine(output.file);
  const message = isChanged ? `Wrote ${file}.` : `${file} is up to date.`;
  // The file is there, whether or not this can be said.
  await writeToStream(process.stderr, `${message}\n`).catch(() => {});
}

/** The reader has closed the stream. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set([
  "EPIPE",
  "ERR_STREAM_DESTROYED",
]);

/**
 * Writes to stdout or stderr, and waits until it is written. A reader that closes
 * the pipe early (`| head`) does not change the result of the task.
 *
 * @throws HardhatPluginError if the text cannot be written, as on a full disk.
 */
export async function writeToStream(
  stream: Writable,
  text: string,
): Promise<void> {
  // The error of a write is also emitted. Unhandled, it would end the process.
  const ignore = () => {};
  stream.on("error", ignore);
  // A stream that has failed may never call back.
  const error =
    stream.errored ??
    (await new Promise<Error | null | undefined>((resolve) => {
      stream.write(text, resolve);
    }));
  // The event follows the callback.
  setImmediate(() => stream.off("error", ignore));
  if (error && !("code" in error && CLOSED_CODES.has(error.code))) {
    throw alphaError(
      `The output could not be written: ${error.message}. It is incomplete.`,
      error,
    );
  }
}

/**
 * The format of the given name.
 *
 * @throws HardhatPluginError with the valid names if it is unknown.
 */
export function chooseFormat<F>(
  formats: Readonly<Record<string, F>>,
  name: string,
): F {
  const format = ownValue(formats, name);
  if (format === undefined) {
    throw alphaError(
      `Unknown format "${name}". Valid formats: ${Object.keys(formats).join(", ")}.`,
    );
  }
  return format;
}

/**
 * A value as indented JSON. Invisible and bidirectional characters are escaped,
 * which does not change the parsed value.
 */
export function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}

/** The folders that the paths of a report are resolved with. */
export interface PathBase {
  /** The folder to which the paths of the user are relative. */
  readonly folder: string;
  /** The folder to which the paths in the report are relative. */
  readonly root: string;
}

/**
 * The folders for the paths in annotations and logs. GitHub expects them relative to
 * the root of the repository, wherever in it a step runs; elsewhere they are relative
 * to the working directory.
 */
export function pathBase(
  folder = process.cwd(),
  workspace = process.env["GITHUB_WORKSPACE"] ?? "",
): PathBase {
  const path = relative(workspace, folder);
  const isOutside =
    path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return {
    folder,
    root: isAbsolute(workspace) && !isOutside ? workspace : folder,
  };
}

/** A file's path as a report names it, with slashes on every system. */
export function relativePath(file: string, { folder, root }: PathBase): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
