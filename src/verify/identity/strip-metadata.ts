import type { Hex } from "../../rpc/types.ts";

const LENGTH_DIGITS = 4;

/**
 * A contract's code without the CBOR metadata that Solidity appends: its length
 * stands in the last two bytes. Code that is shorter than it says is left whole.
 *
 * @see https://docs.soliditylang.org/en/latest/metadata.html
 */
export function stripMetadata(code: Hex): Hex {
  const digits = code.slice(2);
  const length = Number.parseInt(digits.slice(-LENGTH_DIGITS), 16);
  const end = digits.length - LENGTH_DIGITS - 2 * length;
  return Number.isNaN(length) || end <= 0 ? code : `0x${digits.slice(0, end)}`;
}
