import { stat } from "node:fs/promises";

import { decodeUtf8 } from "../../files/decode-utf8.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { readError } from "./read-error.ts";

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
  const bytes = await readBytes(path, file);
  const text = decodeUtf8(bytes);
  // UTF-16 without a mark is valid UTF-8 full of zeros.
  if (text === undefined || text.includes("\0")) {
    throw readError(
      file,
      "It is no UTF-8 text. Save it as UTF-8, or check the path.",
    );
  }
  return text;
}

async function readBytes(path: string, file: string): Promise<Uint8Array> {
  try {
    // Asked first, since to open a named pipe is to wait for its other end.
    const status = await stat(path);
    if (status.isDirectory()) {
      throw readError(file, `${WHAT_TO_DO["EISDIR"]}.`);
    }
    if (!status.isFile()) {
      throw readError(file, "It is no regular file. Check the path.");
    }
    const { size } = status;
    const bytes =
      size > MOST_BYTES ? undefined : await readBounded(path, MOST_BYTES);
    if (bytes !== undefined) {
      return bytes;
    }
    throw readError(
      file,
      `It has ${size > MOST_BYTES ? size : "too many"} bytes, more than the ${MOST_BYTES} that are read. Check the path.`,
    );
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      const code = String(error.code);
      throw readError(
        file,
        `${WHAT_TO_DO[code] ?? "It cannot be read"} (${code}).`,
      );
    }
    throw error;
  }
}
