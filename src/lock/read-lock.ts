import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { alphaError } from "../errors.ts";
import { EMPTY_LOCK, LOCK_FILE, type Lock } from "./lock-file.ts";
import { parseLock } from "./parse-lock.ts";

/** A project's lock, and the text it was read from. */
export interface ReadLock {
  readonly path: string;
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  readonly lock: Lock;
}

/**
 * The lock file in a project's root; no file is an empty lock.
 *
 * @throws HardhatPluginError if it cannot be read, or is damaged.
 */
export async function readLock(root: string): Promise<ReadLock> {
  const path = join(root, LOCK_FILE);
  const bytes = await readFile(path).catch((error: unknown) => {
    const code =
      error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") {
      return undefined;
    }
    throw alphaError(
      `The lock file ${path} could not be read: ${String(code ?? error)}.`,
      error instanceof Error ? error : undefined,
    );
  });
  if (bytes === undefined) {
    return { path, text: undefined, lock: EMPTY_LOCK };
  }
  const text = decode(bytes, path);
  return { path, text, lock: parseLock(text, LOCK_FILE) };
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch {
    throw alphaError(
      `The lock file ${path} is no UTF-8 text: line ${foreignLine(bytes)} is damaged.`,
    );
  }
}

/** The first line that is no UTF-8. No byte of a longer character is a line's end. */
function foreignLine(bytes: Uint8Array): number {
  const LINE_END = 0x0a;
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(LINE_END, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) {
      return line;
    }
    line += 1;
    start = end + 1;
  }
}
