import type { Hex } from "../../../src/base/hex.ts";

/** Small contracts that answer a call, each in a way of its own. */
export const CALL_CONTRACTS = {
  "returns a word": "0x602a60005260206000f3",
  "returns its call data": "0x366000600037366000f3",
  "returns nothing": "0x00",
  "returns 64 KB": "0x620100006000f3",
  "reverts with a word": "0x602a60005260206000fd",
  "reverts with nothing": "0x60006000fd",
  "burns all gas with INVALID": "0xfe",
  "has an unknown opcode": "0x0c",
  "jumps nowhere": "0x600056",
  "takes from an empty stack": "0x50",
} as const satisfies Record<string, string>;

/** The contract at its address, which is the same on every chain. */
export function callContractAddress(name: keyof typeof CALL_CONTRACTS): Hex {
  const index = Object.keys(CALL_CONTRACTS).indexOf(name);
  return `0x${(0xca11_0000 + index).toString(16).padStart(40, "a")}`;
}
