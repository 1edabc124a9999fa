import { stat } from "node:fs/promises";
import { alphaError } from "../base/errors.ts";
import { isWrittenBy } from "./generated-by.ts";
import { decodeUtf8, readBounded } from "./read-text.ts";
import { checkWritable } from "./writable.ts";
import { writeTextFile } from "./write-text.ts";

/** A file that a task writes, or replaces if the task wrote it before. */
export interface OutputFile {
  /** As the user names it. */
  readonly file: string;
  /** The task's name: `verify`. */
  readonly task: string;
  /** Whether to replace a file that the task did not write. */
  readonly force: boolean;
  /**
   * Set where the format is data of a fixed shape, which cannot say who wrote it.
   * Such a file is only replaced with force, or left as it is if nothing changes.
   */
  readonly isUnmarked?: boolean | undefined;
}

/**
 * Checks that files can be written and may be replaced, before the work that fills
 * them. Whether an unmarked one would change is only known afterwards, when
 * {@link writeOutput} judges it.
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
      const existing = await readExisting(output.file);
      if (!mayReplace(existing, output)) {
        throw notOurs(output);
      }
    }
  }
}

/**
 * Writes a file if it is absent, empty, written by the task before, or to be
 * replaced by force. One that has the same content already is left untouched. What
 * is no regular file, such as /dev/stdout, is written to.
 *
 * @throws HardhatPluginError that names the file if it is none of these, or cannot
 * be written.
 */
export async function writeOutput(
  output: OutputFile,
  text: string,
): Promise<void> {
  const existing = await readExisting(output.file);
  if (existing.kind === "content" && existing.bytes.equals(Buffer.from(text))) {
    return;
  }
  if (!mayReplace(existing, output)) {
    throw isWrittenBy(text, output.task)
      ? notOurs(output)
      : alphaError(
          `${output.file} exists with other content, and this format cannot tell whether this command wrote it (use --force to replace it).`,
        );
  }
  await writeTextFile(output.file, text);
}

function notOurs({ file }: OutputFile): Error {
  return alphaError(
    `${file} exists and was not written by this command (use --force to replace it).`,
  );
}

/** More than any report of ours: 100 000 addresses take some 50 MB. In bytes. */
const MAX_BYTES = 128 * 1024 * 1024;

/** What stands where a file is to be written. */
type Existing =
  | { readonly kind: "nothing to lose" }
  | { readonly kind: "content"; readonly bytes: Buffer }
  | { readonly kind: "unreadable" };

async function readExisting(file: string): Promise<Existing> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isFile() !== true || existing.size === 0) {
    return { kind: "nothing to lose" };
  }
  const bytes =
    existing.size > MAX_BYTES
      ? undefined
      : await readBounded(file, MAX_BYTES).catch(() => undefined);
  return bytes === undefined
    ? { kind: "unreadable" }
    : { kind: "content", bytes };
}

function mayReplace(existing: Existing, { task, force }: OutputFile): boolean {
  if (force || existing.kind === "nothing to lose") {
    return true;
  }
  const text =
    existing.kind === "content" ? decodeUtf8(existing.bytes) : undefined;
  return text !== undefined && isWrittenBy(text, task);
}
