import type { Hex } from "../types.ts";

/** The first word of every answer: nothing but the program writes it. */
export const PROBE_MAGIC = 0x63616c70n;
export const HEADER_BYTES = 128;
export const ENTRY_BYTES = 36;

/**
 * Creation code that walks the 20-byte addresses appended to it and reverts
 * with the words [magic, chain id, block number, timestamp], then a code hash
 * of 32 bytes and a code size of 4 for each address.
 *
 * It reverts since a node may answer a successful creation with the new address
 * alone, and charges for every byte returned. It needs no opcode newer than
 * Istanbul's CHAINID.
 *
 * The stack holds the output's end and the input's position, [out, in].
 */
export const PROBE_PROGRAM: Hex = `0x${[
  "6363616c70600052", // memory[0] = magic
  "46602052", // memory[32] = CHAINID
  "43604052", // memory[64] = NUMBER
  "42606052", // memory[96] = TIMESTAMP
  "6080", // out = 128
  "6046", // in = 70, the program's length
  "5b", // 24: next address
  "38811060235750", // while in < CODESIZE go to 35, else drop in
  "6000fd", // REVERT(0, out)
  "5b", // 35: one address
  "6014818339", // CODECOPY(out, in, 20)
  "815160601c", // address = memory[out] >> 96
  "803f8352", // memory[out] = EXTCODEHASH(address)
  "3b60e01b", // EXTCODESIZE(address) << 224
  "8260200152", // memory[out + 32] = it
  "601401", // in += 20
  "9060240190", // out += 36
  "601856", // go to 24
].join("")}`;

/** The creation code that asks for the given addresses. */
export function encodeProbe(addresses: readonly Hex[]): Hex {
  const packed = addresses.map((address) => address.slice(2).toLowerCase());
  return `${PROBE_PROGRAM}${packed.join("")}`;
}
