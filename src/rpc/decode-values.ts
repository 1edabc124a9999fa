import { type Hex, isHex, lowerHex } from "../base/hex.ts";
import { type Decoded, unread } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { describeValue, untrustedText } from "../base/untrusted-text.ts";

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;

/**
 * Decodes a quantity of the execution API: `0x` and 1 to 64 hexadecimal digits.
 * Leading zeros and upper case are accepted, since clients send them; decimal strings
 * and JSON numbers are not.
 *
 * @see https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding
 */
export function decodeQuantity(value: unknown): Decoded<bigint> {
  if (typeof value === "string" && QUANTITY.test(value)) {
    return { ok: true, value: BigInt(value) };
  }
  return unread(`expected a hexadecimal quantity, got ${describeValue(value)}`);
}

/**
 * Decodes the result of `eth_chainId`. Zero is not a chain id (nodes that are not
 * ready send it), and ids above 2^53 − 1 are not exact as numbers.
 */
export function decodeChainId(value: unknown): Decoded<number> {
  const quantity = decodeQuantity(value);
  if (!quantity.ok) {
    return unread(`eth_chainId: ${quantity.reason}`);
  }
  if (quantity.value === 0n) {
    return unread("eth_chainId: 0 is not a chain id");
  }
  if (quantity.value > BigInt(Number.MAX_SAFE_INTEGER)) {
    return unread(`eth_chainId: ${quantity.value} is too large for a chain id`);
  }
  return { ok: true, value: Number(quantity.value) };
}

/**
 * Decodes the result of `web3_clientVersion`: one printable line, and no data. Scrubbers
 * keep the names by which clients are recognised.
 */
export function decodeClientVersion(
  value: unknown,
  scrubber?: Scrubber,
): Decoded<string> {
  const isText = typeof value === "string" && !isHex(value);
  const text = isText ? untrustedText(value, { scrubber }) : "";
  if (text === "") {
    return unread(
      `web3_clientVersion: expected a string, got ${describeValue(value)}`,
    );
  }
  return { ok: true, value: text };
}

/**
 * Decodes unformatted data, such as the result of `eth_call`: `0x` and two hexadecimal
 * digits for each byte, possibly none; in lower case.
 */
export function decodeData(value: unknown): Decoded<Hex> {
  if (!isHex(value)) {
    return unread(`expected hexadecimal data, got ${describeValue(value)}`);
  }
  if (value.length % 2 === 0) {
    return { ok: true, value: lowerHex(value) };
  }
  return unread(
    `expected whole bytes, got ${value.length - 2} hexadecimal digits`,
  );
}

const WORD_DIGITS = 64;

/**
 * Decodes the result of `eth_getStorageAt`: a word of 32 bytes. Some clients send a
 * quantity (`0x0`, `0x1f`), which is padded; a shorter value with leading zeros may be
 * a truncated word and is rejected.
 */
export function decodeStorageSlot(value: unknown): Decoded<Hex> {
  if (isHex(value)) {
    const digits = lowerHex(value).slice(2);
    const isQuantity = /^(0|00|[1-9a-f][0-9a-f]{0,63})$/.test(digits);
    if (digits.length === WORD_DIGITS || isQuantity) {
      return { ok: true, value: `0x${digits.padStart(WORD_DIGITS, "0")}` };
    }
  }
  return unread(
    `eth_getStorageAt: expected a word of 32 bytes, got ${describeValue(value)}`,
  );
}

/** Decodes a word of storage from ganache, which sends `0x` for one that is zero. */
export function decodeGanacheSlot(value: unknown): Decoded<Hex> {
  return decodeStorageSlot(value === "0x" ? "0x0" : value);
}

/** The code of an account according to `eth_getCode`. */
export type AccountCode =
  /** `0x`, which does not prove absence: lagging and failing nodes send it too. */
  | { readonly kind: "none" }
  | {
      readonly kind: "code";
      /** In lower case. */
      readonly code: Hex;
      /** In bytes. */
      readonly size: number;
    }
  /** An externally owned account that delegates to `target` (EIP-7702). */
  | { readonly kind: "delegated"; readonly code: Hex; readonly target: Hex };

const DELEGATION_PREFIX = "0xef0100";
const DELEGATION_SIZE = 23;

/**
 * Decodes the result of `eth_getCode`. Only `0x` may mean that there is no code; other
 * results that some nodes send (`null`, an empty string, `0x0`, `0x00`) prove nothing.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export function decodeCode(value: unknown): Decoded<AccountCode> {
  if (value === null) {
    return unknown(
      "null, which nodes send if they do not have the state of the block",
    );
  }
  const data = decodeData(value);
  if (!data.ok) {
    return unknown(describeValue(value), data.reason);
  }
  const code = data.value;
  const size = (code.length - 2) / 2;
  if (size === 0) {
    return { ok: true, value: { kind: "none" } };
  }
  if (!/[^0]/.test(code.slice(2))) {
    return unknown(
      `${size === 1 ? "0x00" : `${size} bytes of zero`}, which is not contract code and may mean that there is none`,
    );
  }
  if (code.startsWith(DELEGATION_PREFIX)) {
    if (size === DELEGATION_SIZE) {
      return {
        ok: true,
        value: {
          kind: "delegated",
          code,
          target: `0x${code.slice(DELEGATION_PREFIX.length)}`,
        },
      };
    }
    return unknown(`a delegation of ${size} bytes, not of ${DELEGATION_SIZE}`);
  }
  return { ok: true, value: { kind: "code", code, size } };
}

function unknown(what: string, why?: string): Decoded<never> {
  const because = why === undefined ? "" : ` (${why})`;
  return { ok: false, reason: `eth_getCode: the node sent ${what}${because}` };
}
