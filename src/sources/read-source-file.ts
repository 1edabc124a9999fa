import { stat } from "node:fs/promises";
import { HardhatPluginError } from "hardhat/plugins";
import { PLUGIN_ID } from "../base/errors.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { conflictIn } from "../files/json.ts";
import { type ReadText, readText } from "../files/read-text.ts";

/** Much more than usual: these files have some ten thousand bytes. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Maximum size of a file with the state of a chain. */
export const MAX_STATE_BYTES = 16 * 1024 * 1024;

/** By error code of Node.js. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "The file does not exist. Check the path",
  ENOTDIR: "A part of the path is not a directory. Check the path",
  EISDIR: "This is a directory. Set the path of a file",
  EACCES: "The file is not readable. Check its permissions",
  ELOOP: "The file is a link to itself",
};

/**
 * Reads a file as UTF-8. The text includes the byte order mark, so that offsets are
 * those of the file.
 *
 * @param file its name in messages
 * @param maxBytes 2 MiB by default
 * @throws ReadError if it cannot be read, is not a regular file, is too large, or is not
 * UTF-8.
 */
export async function readSourceFile(
  path: string,
  file: string,
  maxBytes = MAX_BYTES,
): Promise<string> {
  // Opening a named pipe would wait for its other end.
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory() === true) {
    throw readError(file, `${PROBLEMS["EISDIR"]}.`);
  }
  if (status?.isFile() === false) {
    throw readError(file, "This is not a regular file. Check the path.");
  }
  const read = await readText(path, maxBytes);
  // UTF-16 without a byte order mark is valid UTF-8, but has null characters.
  if (read.kind === "text" && !read.text.includes("\0")) {
    return read.text;
  }
  throw readError(file, problemOf(read, status?.size ?? 0, maxBytes));
}

/** True if there is nothing at a path. Reading it reports any other error. */
export async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "ENOTDIR";
  }
}

function problemOf(read: ReadText, size: number, maxBytes: number): string {
  switch (read.kind) {
    case "text":
    case "not UTF-8":
      return "The file is not UTF-8. Save it as UTF-8, or check the path.";
    case "too large":
      return `The file is too large${size > maxBytes ? ` (${size} bytes)` : ""}: the maximum is ${maxBytes} bytes. Check the path.`;
    case "error":
      return `${PROBLEMS[read.code] ?? "The file could not be read"} (${read.code}).`;
  }
}

const MAX_NAME_LENGTH = 300;
const MAX_MESSAGE_LENGTH = 600;

/** Line and column are from 1. The column is missing if only the line is known. */
export interface ReadErrorPlace {
  readonly line: number;
  readonly column?: number;
}

/** An error of reading or parsing a file. Its message has the file and the place. */
export class ReadError extends HardhatPluginError {
  /** The message without the file and the place. */
  readonly detail: string;
  readonly place: ReadErrorPlace | undefined;
  /** True if the text is proven to be syntactically invalid. */
  readonly isSyntax: boolean;

  constructor(
    file: string,
    detail: string,
    place: ReadErrorPlace | undefined,
    isSyntax: boolean,
  ) {
    super(PLUGIN_ID, `${shownFile(file)}${shownPlace(place)}: ${detail}`);
    this.detail = detail;
    this.place = place;
    this.isSyntax = isSyntax;
  }
}

/** Creates a `ReadError`. The message is shortened and made printable. */
export function readError(
  file: string,
  message: string,
  place?: ReadErrorPlace | undefined,
  { isSyntax = false }: { readonly isSyntax?: boolean } = {},
): ReadError {
  const detail = untrustedText(message, { maxLength: MAX_MESSAGE_LENGTH });
  return new ReadError(file, detail, place, isSyntax);
}

/** The error of a file whose first syntax error is a conflict marker of Git. */
export function conflictError(
  text: string,
  file: string,
  place: ReadErrorPlace | undefined,
): ReadError | undefined {
  const conflict = conflictIn(text, place);
  if (conflict === undefined) {
    return undefined;
  }
  const message = `The file ${conflict}. Take one side, or merge the two.`;
  return readError(file, message, place, { isSyntax: true });
}

/** A file's name as one printable line. */
export function shownFile(file: string): string {
  return untrustedText(file, { maxLength: MAX_NAME_LENGTH });
}

function shownPlace(place: ReadErrorPlace | undefined): string {
  const { line, column } = place ?? {};
  if (line === undefined) {
    return "";
  }
  return `, line ${line}${column === undefined ? "" : `, column ${column}`}`;
}
