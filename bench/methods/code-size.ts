import type { Hex } from "../../src/base/hex.ts";
import type { ReadResult } from "./types.ts";

/** Reads the code at all addresses in parallel. */
export async function readInParallel(
  addresses: readonly Hex[],
  getCode: (address: Hex) => Promise<unknown>,
): Promise<ReadResult> {
  const sizes = await Promise.all(
    addresses.map(async (address) => codeSize(await getCode(address))),
  );
  return { sizes };
}

/** The size of code in bytes, as returned by nodes and viem; 0 for none. */
export function codeSize(code: unknown): number | undefined {
  if (code === undefined) {
    return 0;
  }
  return typeof code === "string" && /^0x/.test(code)
    ? (code.length - 2) / 2
    : undefined;
}
