import { createHash } from "node:crypto";

import type { Hex } from "../../src/base/hex.ts";

/** The most that Ethereum's main network allows (EIP-170). */
const CODE_BYTES = 24_576;
/** Every third address has no code. */
const ABSENT_EVERY = 3;

/** The address with this number, the same in every process. */
export function benchAddress(index: number): Hex {
  const digest = createHash("sha256").update(`address ${index}`).digest("hex");
  return `0x${digest.slice(0, 40)}`;
}

/** The addresses of a list of this length. */
export function benchAddresses(count: number): readonly Hex[] {
  return Array.from({ length: count }, (_, index) => benchAddress(index));
}

/** The size of the code at the address with this number; 0 for none. */
export function codeSizeAt(index: number): number {
  return index % ABSENT_EVERY === ABSENT_EVERY - 1 ? 0 : CODE_BYTES;
}

/** Code that nothing else has and nothing compresses, never a delegation. */
export function benchCode(index: number): Hex {
  const noise = createHash("shake256", { outputLength: CODE_BYTES - 1 })
    .update(`code ${index}`)
    .digest("hex");
  return `0x60${noise}`;
}
