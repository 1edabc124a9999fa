import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alphaError } from "../base/errors.ts";
import { realPath } from "./write-text.ts";

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
