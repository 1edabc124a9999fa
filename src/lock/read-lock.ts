import { isUtf8 } from "node:buffer";
import { join } from "node:path";

import { alphaError } from "../errors.ts";
import { readText } from "../files/read-text.ts";
import { EMPTY_LOCK, LOCK_FILE, type Lock } from "./lock-file.ts";
import { parseLock } from "./parse-lock.ts";

/** A thousand times what the three networks take. */
const MOST_BYTES = 16 * 1024 * 1024;

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
  const read = await readText(path, MOST_BYTES);
  switch (read.kind) {
    case "text":
      return { path, text: read.text, lock: parseLock(read.text, LOCK_FILE) };
    case "no UTF-8":
      throw alphaError(
        `The lock file ${path} is no UTF-8 text: line ${foreignLine(read.bytes)} is damaged.`,
      );
    case "too large":
      throw alphaError(
        `The lock file ${path} has more than the ${MOST_BYTES} bytes that are read. Bring back the committed one.`,
      );
    case "unread":
      if (read.code === "ENOENT") {
        return { path, text: undefined, lock: EMPTY_LOCK };
      }
      throw alphaError(
        `The lock file ${path} could not be read: ${read.code}.`,
        read.error,
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
