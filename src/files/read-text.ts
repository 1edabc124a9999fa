import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { alphaError } from "../base/errors.ts";

/** The text of a file, or why it could not be read. */
export type ReadText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "not UTF-8"; readonly bytes: Uint8Array }
  | { readonly kind: "too large" }
  /** With the code of the system error, such as `ENOENT`. */
  | { readonly kind: "error"; readonly code: string; readonly error: Error };

/**
 * Reads a text file, pipe or device of at most `maxBytes`, including its byte order
 * mark.
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
    if (text === undefined) {
      return { kind: "not UTF-8", bytes };
    }
    return { kind: "text", text };
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      return { kind: "error", code: String(error.code), error };
    }
    throw error;
  }
}

/**
 * The bytes of a file; `undefined` if it has more than `maxBytes`. The stated size is
 * not used: it may have changed, and devices have none.
 *
 * @throws the system error of a file or directory that cannot be read.
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
 * Decodes UTF-8, including the byte order mark, so that offsets are those of the file;
 * `undefined` if the bytes are not valid UTF-8.
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

/** Far more than any export or address book needs. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A file's text, or why there is none. */
export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "unreadable"; readonly reason: string };

/**
 * Reads a text file, pipe or device, including its byte order mark.
 *
 * @param maxBytes by default 16 MiB
 */
export async function readTextFile(
  file: string,
  maxBytes: number = MAX_BYTES,
): Promise<FileText> {
  const read = await readText(file, maxBytes);
  switch (read.kind) {
    case "text":
      return read;
    case "not UTF-8":
      return unreadable(
        `it is not valid UTF-8: check line ${lineOfDamage(read.bytes)}`,
      );
    case "too large":
      return unreadable(`it is larger than the maximum of ${maxBytes} bytes`);
    case "error":
      if (read.code === "ENOENT") {
        return { kind: "missing", reason: "the file does not exist" };
      }
      return unreadable(read.error.message);
  }
}

/**
 * The text of a file that is about to be extended, without a byte order mark, which JSON
 * must not have; `undefined` if it does not exist or is not a regular file, such as
 * /dev/stdout.
 *
 * @throws HardhatPluginError that names the file if it cannot be read.
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
      `The file ${file} could not be read, so nothing was added to it: ${read.reason}. Use another file.`,
    );
  }
  return read.kind === "text" ? read.text.replace(/^\uFEFF/, "") : undefined;
}

/** The first line with bytes that are no character. */
function lineOfDamage(bytes: Uint8Array): number {
  const [valid = ""] = new TextDecoder().decode(bytes).split("\uFFFD");
  return valid.split("\n").length;
}

function unreadable(reason: string): FileText {
  return { kind: "unreadable", reason };
}
