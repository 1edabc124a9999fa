import { randomBytes } from "node:crypto";
import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import {
  bytesToHexString,
  hexStringToBytes,
} from "@nomicfoundation/hardhat-utils/hex";
import type { Hex } from "../../base/hex.ts";
import type { VerificationTarget } from "../targets.ts";

/** What is known of the code at one address, after all reads of it. */
export type CodeReading =
  | {
      readonly kind: "code";
      /** In bytes. */
      readonly size: number;
      /** keccak256 of the code, where the node tells it or the code is known. */
      readonly hash: Hex | undefined;
      /** The code itself, where it was read. */
      readonly code: Hex | undefined;
    }
  /** No code, by a read that may be wrong: not yet a proof. */
  | { readonly kind: "none" }
  | { readonly kind: "delegated"; readonly target: Hex }
  | { readonly kind: "unknown"; readonly reason: string };

/** The readings of many addresses, by address in lower case. */
export type CodeReadings = ReadonlyMap<string, CodeReading>;

/** keccak256 of a contract's runtime code, as EXTCODEHASH gives it. */
export async function codeHash(code: Hex): Promise<Hex> {
  return bytesToHexString(await keccak256(hexStringToBytes(code)));
}

/** A random address: an honest node has no code there. */
export function controlAddress(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}

/** The distinct addresses to read: one listed under several keys is read once. */
export function addressesOf(
  targets: readonly VerificationTarget[],
): readonly Hex[] {
  const addresses = new Map<string, Hex>();
  for (const { address, skip } of targets) {
    if (address !== undefined && skip === undefined) {
      addresses.set(address.toLowerCase(), address);
    }
  }
  return [...addresses.values()];
}
