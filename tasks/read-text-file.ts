import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

import { alphaError } from "../src/errors.ts";

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
  try {
    const bytes = await readBounded(file);
    if (bytes.length > MOST_BYTES) {
      return unreadable(
        `it has more than the ${MOST_BYTES} bytes that are read`,
      );
    }
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { kind: "text", text: decoder.decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) {
      return unreadable("it is no UTF-8 text");
    }
    if (!(error instanceof Error)) {
      throw error;
    }
    const isMissing = "code" in error && error.code === "ENOENT";
    return isMissing
      ? { kind: "missing", reason: "there is no such file" }
      : unreadable(error.message);
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

/** At most one byte more than a text may have: a file's size may be of before. */
async function readBounded(file: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(file, { end: MOST_BYTES })) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unreadable(reason: string): FileText {
  return { kind: "unreadable", reason };
}
