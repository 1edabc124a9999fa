import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { alphaError } from "../base/errors.ts";

/** A file's text, or why there is none. */
export type ReadText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "no UTF-8"; readonly bytes: Uint8Array }
  | { readonly kind: "too large" }
  /** With what the system says: `ENOENT`. */
  | { readonly kind: "unread"; readonly code: string; readonly error: Error };

/**
 * Reads a text file of at most so many bytes, its byte order mark included. A
 * pipe or a device is read likewise, up to its end.
 */
export async function readText(
  path: string,
  maxBytes: number,
): Promise<ReadText> {
  try {
    const bytes = await readBounded(path, maxBytes);
    if (bytes === undefined) {
      return { kind: "too large" };
    }
    const text = decodeUtf8(bytes);
    return text === undefined
      ? { kind: "no UTF-8", bytes }
      : { kind: "text", text };
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      return { kind: "unread", code: String(error.code), error };
    }
    throw error;
  }
}

/**
 * A file's bytes; `undefined` if it has more than `maxBytes`. What is read counts,
 * not the stated size, which may have changed and which a device does not have.
 *
 * @throws what the system says of a file that cannot be read, a directory too.
 */
export async function readBounded(
  path: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  // The end is the last byte that is read, so one more than the maximum.
  for await (const chunk of createReadStream(path, { end: maxBytes })) {
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return bytes.length > maxBytes ? undefined : bytes;
}

/**
 * The text that a file's bytes are, its byte order mark included, so that it and
 * its offsets are the file's; `undefined` if they are no UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch {
    return undefined;
  }
}

/** Far more than any export or address book holds. In bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A file's text, or why there is none. */
export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "unreadable"; readonly reason: string };

/**
 * Reads a text file of a size that an export may have, its byte order mark
 * included. A pipe or a device is read likewise, up to its end.
 */
export async function readTextFile(file: string): Promise<FileText> {
  const read = await readText(file, MAX_BYTES);
  switch (read.kind) {
    case "text":
      return read;
    case "no UTF-8":
      return unreadable("it is no UTF-8 text");
    case "too large":
      return unreadable(
        `it has more than the ${MAX_BYTES} bytes that are read`,
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
