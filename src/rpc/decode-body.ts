import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

import type { Decoded } from "./types.ts";
import { untrustedText } from "./untrusted-text.ts";

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
]);
const GZIP_MAGIC = [0x1f, 0x8b];

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
): Promise<Decoded<string>> {
  const { bytes, encoding = "", maxBytes } = parameters;
  const label = String(encoding).trim().toLowerCase();
  if (bytes.length === 0 || label === "" || label === "identity") {
    return decodeText(bytes);
  }
  const decoder = DECODERS.get(label);
  if (decoder === undefined) {
    const name = untrustedText(label, { maxLength: 40 });
    return refuse(`a body in an encoding nobody asked for ("${name}")`);
  }
  try {
    return decodeText(await decoder(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return refuse(
      code === "ERR_BUFFER_TOO_LARGE"
        ? `a compressed body that unpacks to more than ${maxBytes} bytes`
        : `a body that is labelled ${label} and is not, or is cut off`,
    );
  }
}

function decodeText(bytes: Uint8Array): Decoded<string> {
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

function refuse(reason: string): Decoded<string> {
  return { ok: false, reason };
}
