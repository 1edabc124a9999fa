import { stat } from "node:fs/promises";
import { HardhatPluginError } from "hardhat/plugins";
import { PLUGIN_ID } from "../base/errors.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { type ReadText, readText } from "../files/read-text.ts";

/** The files that are read here have some ten thousand bytes. */
const MOST_BYTES = 2 * 1024 * 1024;

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file. Check the path",
  ENOTDIR: "A part of its path is no directory. Check the path",
  EISDIR: "It is a directory. Name the file in it",
  EACCES: "It may not be read. Check its permissions",
  ELOOP: "It is a link to itself",
};

/**
 * A file's text, its byte order mark included, so that offsets are the file's.
 *
 * @param path where it is
 * @param file how messages call it
 * @throws HardhatPluginError if it cannot be read, is no regular file, has more
 * than 2 MiB, or is no UTF-8 text.
 */
export async function readSourceFile(
  path: string,
  file: string,
): Promise<string> {
  // Asked first, since to open a named pipe is to wait for its other end.
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory() === true) {
    throw readError(file, `${WHAT_TO_DO["EISDIR"]}.`);
  }
  if (status?.isFile() === false) {
    throw readError(file, "It is no regular file. Check the path.");
  }
  const read = await readText(path, MOST_BYTES);
  // UTF-16 without a mark is valid UTF-8 full of zeros.
  if (read.kind === "text" && !read.text.includes("\0")) {
    return read.text;
  }
  throw readError(file, problemOf(read, status?.size ?? 0));
}

function problemOf(read: ReadText, size: number): string {
  switch (read.kind) {
    case "text":
    case "no UTF-8":
      return "It is no UTF-8 text. Save it as UTF-8, or check the path.";
    case "too large":
      return `It has ${size > MOST_BYTES ? size : "too many"} bytes, more than the ${MOST_BYTES} that are read. Check the path.`;
    case "unread":
      return `${WHAT_TO_DO[read.code] ?? "It cannot be read"} (${read.code}).`;
  }
}

const MOST_OF_A_NAME = 300;
const MOST_OF_A_MESSAGE = 600;

/** Where reading a file failed: from 1; no column where only the line is known. */
export interface ReadErrorPlace {
  readonly line: number;
  readonly column?: number;
}

/** A failure to read a file; its message has the file and the place in it. */
export class ReadError extends HardhatPluginError {
  /** What failed, without file and place. */
  readonly detail: string;
  readonly place: ReadErrorPlace | undefined;
  /** Whether the text is proven to be none of its language. */
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

/** A failure to read a file, with the place in it where one is known. */
export function readError(
  file: string,
  message: string,
  place?: ReadErrorPlace | undefined,
  { isSyntax = false }: { readonly isSyntax?: boolean } = {},
): ReadError {
  const detail = untrustedText(message, { maxLength: MOST_OF_A_MESSAGE });
  return new ReadError(file, detail, place, isSyntax);
}

/** A file's name on one line. */
export function shownFile(file: string): string {
  return untrustedText(file, { maxLength: MOST_OF_A_NAME });
}

function shownPlace(place: ReadErrorPlace | undefined): string {
  if (place === undefined) {
    return "";
  }
  const { line, column } = place;
  return `, line ${line}${column === undefined ? "" : `, column ${column}`}`;
}
