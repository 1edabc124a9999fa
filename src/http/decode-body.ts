import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import {
  type DecodedBody,
  decodeText,
  tooLarge,
  unreadable,
} from "./body-text.ts";

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
]);
/** Encodings that may be shown; any other text could contain a secret. */
const OTHER_ENCODINGS = new Set(["compress", "deflate", "zstd", "gzip, br"]);

/** A body as received. */
export interface DecodeBodyParameters {
  readonly bytes: Uint8Array;
  /** The `Content-Encoding` header. */
  readonly encoding: string | readonly string[] | undefined;
  /** The maximum size of the decoded body. */
  readonly maxBytes: number;
}

/**
 * The text of a body, decompressed to at most `maxBytes`, since a small body can
 * unpack to gigabytes. It must be valid UTF-8.
 */
export async function decodeBody(
  parameters: DecodeBodyParameters,
): Promise<DecodedBody> {
  const { bytes, encoding = "", maxBytes } = parameters;
  const label = String(encoding).trim().toLowerCase();
  if (bytes.length === 0 || label === "" || label === "identity") {
    return decodeText(bytes);
  }
  const decoder = DECODERS.get(label);
  if (decoder === undefined) {
    const name = OTHER_ENCODINGS.has(label) ? ` (${label})` : "";
    return unreadable(`a body with an unsupported content encoding${name}`);
  }
  try {
    return decodeText(await decoder(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge =
      error instanceof Error &&
      "code" in error &&
      error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge
      ? tooLarge("a compressed body", maxBytes)
      : unreadable(`a body that is truncated or not valid ${label}`);
  }
}
