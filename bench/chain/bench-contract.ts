import { createHash } from "node:crypto";

import type { Hex } from "../../src/base/hex.ts";

/** The maximum size of code on Ethereum (EIP-170). */
const CODE_BYTES = 24_576;
/** Every third address has no code. */
const ABSENT_EVERY = 3;

/** A generated address, which is the same in every process. */
export function benchAddress(index: number): Hex {
  const digest = createHash("sha256").update(`address ${index}`).digest("hex");
  return `0x${digest.slice(0, 40)}`;
}

/** The size of the code at a generated address, in bytes; 0 for none. */
export function codeSizeAt(index: number): number {
  return index % ABSENT_EVERY === ABSENT_EVERY - 1 ? 0 : CODE_BYTES;
}

/** Unique code that cannot be compressed, and is not an EIP-7702 delegation. */
export function benchCode(index: number): Hex {
  const noise = createHash("shake256", { outputLength: CODE_BYTES - 1 })
    .update(`code ${index}`)
    .digest("hex");
  return `0x60${noise}`;
}
