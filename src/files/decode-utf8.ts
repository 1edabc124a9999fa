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
