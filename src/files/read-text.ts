import { decodeUtf8 } from "./decode-utf8.ts";
import { readBounded } from "./read-bounded.ts";

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
export async function readText(path: string, most: number): Promise<ReadText> {
  try {
    const bytes = await readBounded(path, most);
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
