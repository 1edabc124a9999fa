import type { Hex } from "./hex.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns whether a value is 20 bytes of hexadecimal, whatever its case. `isAddress` of
 * hardhat-utils takes `0X`, too, and would be loaded by every Hardhat command.
 */
export function isAddress(value: unknown): value is Address {
  return typeof value === "string" && ADDRESS.test(value);
}

/** The value if it is an address, in its own spelling. */
export function addressOf(value: unknown): Address | undefined {
  return isAddress(value) ? value : undefined;
}

/** Returns whether nobody is behind an address. */
export function isZeroAddress(address: string): boolean {
  return /^0x0*$/.test(address);
}

/** The addresses without repetitions in any spelling. */
export function uniqueAddresses(
  addresses: readonly Address[],
): readonly Address[] {
  return [
    ...new Map(
      addresses.map((address) => [address.toLowerCase(), address]),
    ).values(),
  ];
}

/** The address in a word of storage; `undefined` if it is no address. */
export function addressInWord(word: Hex): Address | undefined {
  const digits = /^0x0{24}([0-9a-f]{40})$/i.exec(word)?.[1];
  return digits === undefined ? undefined : `0x${digits}`;
}

/**
 * An address in its EIP-55 spelling. The hash function is loaded on the first
 * use only, since this is reachable from every Hardhat command.
 */
export async function toChecksum(address: Address): Promise<Address> {
  const { toChecksumAddress } = await import(
    "@nomicfoundation/hardhat-utils/eth"
  );
  return await toChecksumAddress(address);
}

/** Returns whether an address carries no checksum, or the right one (EIP-55). */
export async function hasValidChecksum(address: Address): Promise<boolean> {
  if (isInOneCase(address)) {
    return true;
  }
  const { isValidChecksumAddress } = await import(
    "@nomicfoundation/hardhat-utils/eth"
  );
  return await isValidChecksumAddress(address);
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
  return isInOneCase(value) ? await toChecksum(value) : value;
}

/** Spelled in one case throughout, an address carries no checksum. */
function isInOneCase(address: Address): boolean {
  const digits = address.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

/** An EIP-55 checksummed contract or account address. */
export type Address = Hex;
