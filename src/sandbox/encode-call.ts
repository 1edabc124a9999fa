import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import type { Hex } from "../base/hex.ts";

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
  const selector = await selectorOf(`${name}(${types.join(",")})`);
  return `0x${selector}${encodeArguments(types, args)}`;
}

const SELECTOR_DIGITS = 8;

const selectors = new Map<string, Promise<string>>();

/** The selector of a function, hashed once a process: most calls are transfers. */
function selectorOf(signature: string): Promise<string> {
  const known = selectors.get(signature);
  if (known !== undefined) {
    return known;
  }
  const selector = hashSelector(signature);
  selectors.set(signature, selector);
  return selector;
}

async function hashSelector(signature: string): Promise<string> {
  const hash = await keccak256(new TextEncoder().encode(signature));
  return Buffer.from(hash).toString("hex").slice(0, SELECTOR_DIGITS);
}

const WORD_BYTES = 32;

/**
 * Encodes the arguments of a call or a constructor, as hexadecimal digits.
 *
 * @throws {Error} if a type is not `address`, `address[]`, `string` or an unsigned
 * integer, or an argument is not a value of its type.
 */
export function encodeArguments(
  types: readonly string[],
  args: readonly unknown[],
): string {
  let heads = "";
  let tails = "";
  for (const [index, type] of types.entries()) {
    const encoded = encodeValue(type, args[index]);
    if (encoded.isDynamic) {
      heads += word(BigInt(types.length * WORD_BYTES + tails.length / 2));
      tails += encoded.digits;
    } else {
      heads += encoded.digits;
    }
  }
  return heads + tails;
}

function encodeValue(
  type: string,
  value: unknown,
): { readonly digits: string; readonly isDynamic: boolean } {
  if (type === "address" && typeof value === "string") {
    return { digits: word(BigInt(value)), isDynamic: false };
  }
  if (
    /^uint\d+$/.test(type) &&
    (typeof value === "bigint" || typeof value === "number")
  ) {
    return { digits: word(BigInt(value)), isDynamic: false };
  }
  if (type === "string" && typeof value === "string") {
    const bytes = Buffer.from(value, "utf8");
    const words = Math.ceil(bytes.length / WORD_BYTES);
    const digits = bytes.toString("hex").padEnd(2 * WORD_BYTES * words, "0");
    return { digits: word(BigInt(bytes.length)) + digits, isDynamic: true };
  }
  if (type === "address[]" && Array.isArray(value)) {
    const digits = value.map((item) => encodeValue("address", item).digits);
    return {
      digits: word(BigInt(value.length)) + digits.join(""),
      isDynamic: true,
    };
  }
  throw new Error(`could not encode a value of the type ${type}`);
}

const word = (value: bigint): string =>
  value.toString(16).padStart(2 * WORD_BYTES, "0");
