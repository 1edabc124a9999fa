import type { Hex } from "../../base/hex.ts";
import { codeHash } from "../readings.ts";
import {
  immutablesOfSize,
  type Release,
  releaseByCodeHash,
  releaseByStrippedHash,
} from "./releases.ts";

const WORD_BYTES = 32;

/**
 * The released contract that has this runtime code: exactly, or with other
 * metadata or immutables. `undefined` if no release has it.
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

const LENGTH_DIGITS = 4;

/**
 * A contract's code without the CBOR metadata that Solidity appends: its length
 * stands in the last two bytes. Code that is shorter than it says is left whole.
 *
 * @see https://docs.soliditylang.org/en/latest/metadata.html
 */
export function stripMetadata(code: Hex): Hex {
  const digits = code.slice(2);
  const length = Number.parseInt(digits.slice(-LENGTH_DIGITS), 16);
  const end = digits.length - LENGTH_DIGITS - 2 * length;
  return Number.isNaN(length) || end <= 0 ? code : `0x${digits.slice(0, end)}`;
}
