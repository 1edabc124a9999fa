import type { Hex } from "./hex.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Whether a value is 20 bytes of hexadecimal, whatever its case. */
export function isAddress(value: unknown): value is Address {
  return typeof value === "string" && ADDRESS.test(value);
}

/**
 * An address in its EIP-55 spelling. The hash function is loaded on the first
 * use only, since this is reachable from every Hardhat command.
 */
export async function toChecksum(address: Address): Promise<Address> {
  const { toChecksumAddress } = await import(
    "@nomicfoundation/hardhat-utils/eth"
  );
  const checksummed = await toChecksumAddress(address);
  return isAddress(checksummed) ? checksummed : address;
}

/**
 * Whether an address is spelled in one case throughout, so carries no
 * checksum, or carries the right one (EIP-55).
 */
export async function hasValidChecksum(address: Address): Promise<boolean> {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
    return true;
  }
  return address === (await toChecksum(address));
}

/**
 * A validated address with its EIP-55 checksum; `undefined` for anything else.
 * Only one spelled in a single case can lack it.
 */
export async function checksummed(
  value: unknown,
): Promise<Address | undefined> {
  if (!isAddress(value)) {
    return undefined;
  }
  const digits = value.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
    ? await toChecksum(value)
    : value;
}

/** An EIP-55 checksummed contract or account address. */
export type Address = Hex;
