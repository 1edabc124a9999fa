import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import {
  bytesToHexString,
  hexStringToBytes,
} from "@nomicfoundation/hardhat-utils/hex";
import type { Hex } from "../base/hex.ts";

/** More than a network has, of at most 48 KiB of text each. */
const MAX_KNOWN = 64;
const known = new Map<Hex, Promise<Hex>>();

/**
 * keccak256 of a contract's runtime code, as EXTCODEHASH gives it. Those of the last codes
 * are kept, since all that is confirmed is read many times.
 */
export async function codeHash(code: Hex): Promise<Hex> {
  const hash = known.get(code) ?? hashOf(code);
  known.delete(code);
  known.set(code, hash);
  if (known.size > MAX_KNOWN) {
    known.delete(known.keys().next().value ?? code);
  }
  return await hash;
}

async function hashOf(code: Hex): Promise<Hex> {
  return bytesToHexString(await keccak256(hexStringToBytes(code)));
}
