import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import {
  bytesToHexString,
  hexStringToBytes,
} from "@nomicfoundation/hardhat-utils/hex";
import type { Hex } from "../base/hex.ts";

/** keccak256 of a contract's runtime code, as EXTCODEHASH gives it. */
export async function codeHash(code: Hex): Promise<Hex> {
  return bytesToHexString(await keccak256(hexStringToBytes(code)));
}
