import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { decodeText, tooLarge } from "./body-text.ts";
import { malformed } from "./outcomes.ts";
import type { AttemptOutcome } from "./types.ts";

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Reads a body to its end, or until it is larger than `maxBytes`, compressed or
 * decompressed. Leaving the loop destroys the stream and its socket.
 *
 * @returns its text, or the outcome if it cannot be read
 * @throws the error of the stream if the connection breaks or is aborted.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  maxBytes: number,
): Promise<string | AttemptOutcome> {
  const announcedBytes = Number(headers["content-length"] ?? 0) || 0;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (Math.max(total, announcedBytes) > maxBytes) {
      return tooLarge("a body", maxBytes);
    }
    chunks.push(chunk);
  }
  const encoding = String(headers["content-encoding"] ?? "");
  return await decodeBody(Buffer.concat(chunks), encoding, maxBytes);
}

/**
 * Decompresses to at most `maxBytes`, since a small body can unpack to gigabytes.
 * undici's interceptor for it prints a warning on stderr.
 */
async function decodeBody(
  bytes: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<string | AttemptOutcome> {
  const label = encoding.trim().toLowerCase();
  if (bytes.length === 0 || label === "" || label === "identity") {
    return decodeText(bytes);
  }
  const decoder = DECODERS.get(label);
  if (decoder === undefined) {
    return malformed("a body with an unsupported content encoding");
  }
  try {
    return decodeText(await decoder(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge =
      error instanceof Error &&
      "code" in error &&
      error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) {
      return tooLarge("a compressed body", maxBytes);
    }
    return malformed(`a body that is truncated or not valid ${label}`);
  }
}
