import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alphaError } from "../base/errors.ts";
import { isWrittenBy } from "./generated-by.ts";
import { decodeUtf8, readBounded } from "./read-text.ts";
import { realPath, writeTextFile } from "./write-text.ts";

/** A file that a task writes, or replaces if the task wrote it before. */
export interface OutputFile {
  /** As given by the user. */
  readonly file: string;
  /** The task's name: `verify`. */
  readonly task: string;
  /** Replaces a file that the task did not write. */
  readonly force: boolean;
  /**
   * Set if the format has a fixed shape without room for a header. Such a file is only
   * replaced with `force`, and left untouched if its content would not change.
   */
  readonly isUnmarked?: boolean | undefined;
}

/**
 * Checks that files can be written and may be replaced, before the work that fills
 * them. Whether the content of an unmarked file would change is only known afterwards,
 * so {@link writeOutput} checks that.
 *
 * @param inputs files of the task or the project that no output may replace
 * @throws HardhatPluginError that names the file.
 */
export async function checkOutputs(
  outputs: readonly OutputFile[],
  inputs: readonly string[] = [],
): Promise<void> {
  await checkWritable(
    outputs.map(({ file }) => file),
    inputs,
  );
  for (const output of outputs) {
    if (output.isUnmarked !== true) {
      const bytes = await existingBytes(output.file);
      if (!mayReplace(bytes, output)) {
        throw notWrittenByTask(output);
      }
    }
  }
}

/**
 * Writes a file if it is missing, empty, was written by the task before, or may be
 * replaced by `force`. A file that already has the content is left untouched. Anything
 * but a regular file, such as /dev/stdout, is written to.
 *
 * @throws HardhatPluginError that names the file if it may not be replaced, or cannot
 * be written.
 * @returns whether the file changed
 */
export async function writeOutput(
  output: OutputFile,
  text: string,
): Promise<boolean> {
  const bytes = await existingBytes(output.file);
  if (bytes?.equals(Buffer.from(text))) {
    return false;
  }
  if (!mayReplace(bytes, output)) {
    throw isWrittenBy(text, output.task)
      ? notWrittenByTask(output)
      : alphaError(
          `${output.file} exists with different content and may not have been written by this command (use --force to replace it).`,
        );
  }
  await writeTextFile(output.file, text);
  return true;
}

function notWrittenByTask({ file }: OutputFile): Error {
  return alphaError(
    `${file} exists and was not written by this command (use --force to replace it).`,
  );
}

/** More than any report needs: one of 100 000 addresses has about 50 MB. */
const MAX_BYTES = 128 * 1024 * 1024;

/** The bytes that an output replaces; `undefined` if they cannot be read. */
async function existingBytes(file: string): Promise<Buffer | undefined> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isFile() !== true) {
    return Buffer.alloc(0);
  }
  if (existing.size > MAX_BYTES) {
    return undefined;
  }
  return await readBounded(file, MAX_BYTES).catch(() => undefined);
}

function mayReplace(
  bytes: Buffer | undefined,
  { task, force }: OutputFile,
): boolean {
  const text = bytes && decodeUtf8(bytes);
  return force || text === "" || isWrittenBy(text ?? "", task);
}

/**
 * Checks that files can be written, before the work that fills them.
 *
 * @param inputs files of the task or the project that no output may replace
 * @throws HardhatPluginError that names the file if one is named twice, is an
 * input or a folder, or its folder is missing or may not be written to.
 */
export async function checkWritable(
  files: readonly string[],
  inputs: readonly string[] = [],
): Promise<void> {
  const taken = new Set(await Promise.all(inputs.map(realPath)));
  const seen = new Set<string>();
  for (const file of files) {
    if (file.trim() === "") {
      throw alphaError("The name of an output file is empty. Set a file name.");
    }
    if (file === "-") {
      throw alphaError(
        "The output file - is no file name. What has no output file goes to stdout.",
      );
    }
    const path = await realPath(file);
    if (taken.has(path)) {
      throw alphaError(
        `The file ${file} cannot be replaced: the task reads it, or the project needs it. Use another file.`,
      );
    }
    if (seen.has(path)) {
      throw alphaError(
        `The file ${file} is used for two outputs. Use a different file for each.`,
      );
    }
    seen.add(path);
    const problem = await problemOf(path);
    if (problem !== undefined) {
      throw alphaError(`The file ${file} cannot be written: ${problem}.`);
    }
  }
}

async function problemOf(path: string): Promise<string | undefined> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory() === true) {
    return "it is a folder";
  }
  if (existing?.isBlockDevice() === true) {
    return "it is a disk";
  }
  if (existing !== undefined && !existing.isFile()) {
    return undefined;
  }
  // Replacing a file requires write access to its folder only, but a read-only file
  // should stay.
  if (existing !== undefined && !(await isWritable(path, existing))) {
    return "it is not writable";
  }
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (parent === undefined || !parent.isDirectory()) {
    return `the folder ${folder} does not exist`;
  }
  if (await isWritableFolder(folder)) {
    return undefined;
  }
  return `the folder ${folder} is not writable`;
}

/** Tested by writing: permissions do not apply to root, which still cannot write to /proc. */
async function isWritableFolder(folder: string): Promise<boolean> {
  const file = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(file, "", { flag: "wx" });
    await rm(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

const ANY_WRITE = 0o222;

/** A file without any write permission is read-only, even for root. */
export async function isWritable(
  path: string,
  { mode }: Pick<Stats, "mode">,
): Promise<boolean> {
  return (
    (mode & ANY_WRITE) !== 0 &&
    (await access(path, constants.W_OK).then(
      () => true,
      () => false,
    ))
  );
}
