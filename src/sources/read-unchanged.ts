import { stat } from "node:fs/promises";

import { readSourceFile } from "./read/read-source-file.ts";

interface Kept {
  readonly stamp: string;
  readonly text: string;
}

/**
 * Hardhat resolves its config again for every connection with overrides: each
 * file is read once in a process while it stays as it is.
 */
const kept = new Map<string, Kept>();

/**
 * A file's text; `undefined` where it is missing and may be.
 *
 * @throws HardhatPluginError if it cannot be read.
 */
export async function readUnchanged(
  path: string,
  file: string,
  isOptional: boolean,
): Promise<string | undefined> {
  const stamp = await stampOf(path);
  if (stamp === undefined) {
    return isOptional ? undefined : await readSourceFile(path, file);
  }
  const known = kept.get(path);
  if (known?.stamp === stamp) {
    return known.text;
  }
  const text = await readSourceFile(path, file);
  kept.set(path, { stamp, text });
  return text;
}

/** What changes when a file does; `undefined` where there is none. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(":");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // Any other failure is told by the reading itself.
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : String(code);
  }
}
