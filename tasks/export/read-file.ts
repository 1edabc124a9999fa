import { readFile, stat } from "node:fs/promises";

/** Far more than any export holds. In bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file's text, or why there is none. */
export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "unreadable"; readonly reason: string };

/** Reads a text file of a size that an export may have. */
export async function readTextFile(file: string): Promise<FileText> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) {
      return unreadable(
        `it has ${size} bytes, more than the ${MOST_BYTES} that are read`,
      );
    }
    const text = new TextDecoder("utf-8", {
      fatal: true,
      ignoreBOM: true,
    }).decode(await readFile(file));
    return { kind: "text", text };
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

function unreadable(reason: string): FileText {
  return { kind: "unreadable", reason };
}
