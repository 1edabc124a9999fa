import type { Hex } from "../../rpc/types.ts";
import { codeHash } from "../code-hash.ts";
import {
  immutablesOfSize,
  type Release,
  releaseByCodeHash,
  releaseByStrippedHash,
} from "./releases.ts";
import { stripMetadata } from "./strip-metadata.ts";

const WORD_BYTES = 32;

/**
 * The released contract whose runtime code this is: the very code, the same code
 * with other metadata, or with other immutables. `undefined` if it is none.
 */
export async function identifyCode(code: Hex): Promise<Release | undefined> {
  const exact = releaseByCodeHash(await codeHash(code));
  if (exact !== undefined) {
    return exact;
  }
  const stripped = releaseByStrippedHash(await codeHash(stripMetadata(code)));
  if (stripped !== undefined) {
    return stripped;
  }
  for (const { offsets } of immutablesOfSize((code.length - 2) / 2)) {
    const masked = mask(code, offsets);
    const release =
      releaseByCodeHash(await codeHash(masked)) ??
      releaseByStrippedHash(await codeHash(stripMetadata(masked)));
    if (release !== undefined) {
      return release;
    }
  }
  return undefined;
}

/** The code with zeros in place of the words at the given byte offsets. */
function mask(code: Hex, offsets: readonly number[]): Hex {
  let digits = code.slice(2);
  for (const offset of offsets) {
    const end = 2 * (offset + WORD_BYTES);
    digits = `${digits.slice(0, 2 * offset)}${"00".repeat(WORD_BYTES)}${digits.slice(end)}`;
  }
  return `0x${digits}`;
}
