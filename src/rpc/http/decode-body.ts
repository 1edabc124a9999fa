import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

import { formatBytes } from "./format-bytes.ts";

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
]);
/** Whose names are shown; any other text may be anything, a secret included. */
const OTHER_ENCODINGS = new Set(["compress", "deflate", "zstd", "gzip, br"]);
const GZIP_MAGIC = [0x1f, 0x8b];

/** The text of a body, or what came instead. */
export type DecodedBody =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Another attempt would bring as much again. */
      readonly isTooLarge: boolean;
    };

/** A body as it came over the wire. */
export interface DecodeBodyParameters {
  readonly bytes: Uint8Array;
  /** The `Content-Encoding` header. */
  readonly encoding: string | readonly string[] | undefined;
  /** The most that the decoded body may hold. */
  readonly maxBytes: number;
}

/**
 * The text of a body: decompressed, never to more than `maxBytes` (a small
 * body can unpack to gigabytes), and strictly UTF-8.
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
    return refuse(`a body in an encoding nobody asked for${name}`);
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
      : refuse(`a body that is labelled ${label} and is not, or is cut off`);
  }
}

/** A body that was given up because it is larger than allowed. */
export function tooLarge(what: string, maxBytes: number): DecodedBody {
  const reason = `${what} of more than ${formatBytes(maxBytes)}`;
  return { ok: false, reason, isTooLarge: true };
}

function decodeText(bytes: Uint8Array): DecodedBody {
  if (GZIP_MAGIC.every((byte, index) => bytes[index] === byte)) {
    return refuse("a gzip body that is not labelled so");
  }
  try {
    const value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value };
  } catch {
    return refuse("a body that is not UTF-8 text");
  }
}

function refuse(reason: string): DecodedBody {
  return { ok: false, reason, isTooLarge: false };
}
