import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import {
  bytesToHexString,
  hexStringToBytes,
} from "@nomicfoundation/hardhat-utils/hex";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

/** The number of a contract's first variables of which one may be the balances. */
const VARIABLES = 256;

/**
 * Where OpenZeppelin's upgradeable ERC-20 stores its balances (ERC-7201, namespace
 * `openzeppelin.storage.ERC20`).
 */
const NAMESPACED_VARIABLE =
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n;

/** The seed of Solady's ERC-20, which follows the account in the hashed bytes. */
const SOLADY_SEED = "87a211a2";

/**
 * The storage slots in which an ERC-20 contract may have the balance of an account: an
 * element of a mapping, as Solidity (account, variable) and Vyper (variable, account)
 * hash it.
 *
 * @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html
 */
export async function balanceSlots(account: Address): Promise<readonly Hex[]> {
  const key = account.slice(2).toLowerCase();
  const variables = [
    ...Array.from({ length: VARIABLES }, (_, index) => BigInt(index)),
    NAMESPACED_VARIABLE,
  ].map(word);
  const paddedKey = key.padStart(64, "0");
  const preimages = [
    ...variables.map((variable) => paddedKey + variable),
    ...variables.map((variable) => variable + paddedKey),
    key + SOLADY_SEED.padStart(24, "0"),
  ];
  return await Promise.all(preimages.map(hash));
}

/** A number as the 32 bytes of a storage slot, without prefix. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

async function hash(preimage: string): Promise<Hex> {
  return bytesToHexString(await keccak256(hexStringToBytes(`0x${preimage}`)));
}
