import { stat } from "node:fs/promises";

import { alphaError } from "../src/errors.ts";
import { readText } from "../src/files/read-text.ts";

/** Far more than any export or address book holds. In bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file's text, or why there is none. */
export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "unreadable"; readonly reason: string };

/**
 * Reads a text file of a size that an export may have, its byte order mark
 * included. A pipe or a device is read likewise, up to its end.
 */
export async function readTextFile(file: string): Promise<FileText> {
  const read = await readText(file, MOST_BYTES);
  switch (read.kind) {
    case "text":
      return read;
    case "no UTF-8":
      return unreadable("it is no UTF-8 text");
    case "too large":
      return unreadable(
        `it has more than the ${MOST_BYTES} bytes that are read`,
      );
    case "unread":
      return read.code === "ENOENT"
        ? { kind: "missing", reason: "there is no such file" }
        : unreadable(read.error.message);
  }
}

/**
 * What a file that is to be written anew holds, for whoever goes on from it;
 * `undefined` where there is none, or nothing to keep, as in /dev/stdout.
 *
 * @throws HardhatPluginError that names the file if that cannot be told.
 */
export async function readTextToKeep(
  file: string,
): Promise<string | undefined> {
  const existing = await stat(file).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) {
    return undefined;
  }
  const read = await readTextFile(file);
  if (read.kind === "unreadable") {
    throw alphaError(
      `The file ${file} could not be read, so nothing was added to it: ${read.reason}. Name another one.`,
    );
  }
  return read.kind === "text" ? read.text : undefined;
}

function unreadable(reason: string): FileText {
  return { kind: "unreadable", reason };
}
