import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import { type Hex, isHash, isHex } from "../base/hex.ts";

const SELECTOR_DIGITS = 8;

/** Most calls are transfers, and hashing takes longer than all else. */
const selectors = new Map<string, string>();

/**
 * Encodes the data of a call. This has the types of the contract set's constructors and
 * owner functions only, since viem's encoder takes longer to load than to place the
 * contracts.
 *
 * @param types The types of the function's parameters, as in its ABI.
 * @throws {Error} as {@link encodeArguments} does.
 */
export async function encodeCall(
  name: string,
  types: readonly string[],
  args: readonly unknown[],
): Promise<Hex> {
  const signature = `${name}(${types.join(",")})`;
  let selector = selectors.get(signature);
  if (selector === undefined) {
    const hash = await keccak256(new TextEncoder().encode(signature));
    selector = Buffer.from(hash).toString("hex").slice(0, SELECTOR_DIGITS);
    selectors.set(signature, selector);
  }
  return `0x${selector}${encodeArguments(types, args)}`;
}

const WORD_BYTES = 32;

/**
 * Encodes the arguments of a call or a constructor, as hexadecimal digits.
 *
 * @throws {Error} if a type is not `address`, `address[]`, `bytes`, `bytes32`, `string` or
 * an unsigned integer, or an argument is not a value of its type.
 */
export function encodeArguments(
  types: readonly string[],
  args: readonly unknown[],
): string {
  let heads = "";
  let tails = "";
  for (const [index, type] of types.entries()) {
    const digits = encodeValue(type, args[index]);
    if (["string", "bytes", "address[]"].includes(type)) {
      heads += word(types.length * WORD_BYTES + tails.length / 2);
      tails += digits;
    } else {
      heads += digits;
    }
  }
  return heads + tails;
}

function encodeValue(type: string, value: unknown): string {
  const isNumber = typeof value === "bigint" || typeof value === "number";
  if (
    (type === "address" && typeof value === "string") ||
    (type === "bytes32" && isHash(value)) ||
    (/^uint\d+$/.test(type) && isNumber)
  ) {
    return word(value);
  }
  if (type === "string" && typeof value === "string") {
    return paddedBytes(Buffer.from(value, "utf8").toString("hex"));
  }
  if (type === "bytes" && isHex(value)) {
    return paddedBytes(value.slice("0x".length));
  }
  if (type === "address[]" && Array.isArray(value)) {
    const items = value.map((item) => encodeValue("address", item));
    return word(value.length) + items.join("");
  }
  throw new Error(`could not encode a value of the type ${type}`);
}

/** The length of bytes, and their digits in full words. */
function paddedBytes(digits: string): string {
  const words = Math.ceil(digits.length / 2 / WORD_BYTES);
  return word(digits.length / 2) + digits.padEnd(2 * WORD_BYTES * words, "0");
}

/** A number as the 32 bytes of a word, without prefix. */
export const word = (value: bigint | number | string): string =>
  BigInt(value)
    .toString(16)
    .padStart(2 * WORD_BYTES, "0");
