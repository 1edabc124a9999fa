import { toFunctionSelector } from "viem";
import type { Hex } from "../../src/base/hex.ts";

const HEADER_BYTES = 6;
const ENTRY_BYTES = 11;
const END_BYTES = 5;
const RETURN_BYTES = 16;

const word = (value: number, bytes: number) =>
  value.toString(16).padStart(2 * bytes, "0");

/**
 * The runtime code of a contract with the given functions, which reverts on any other
 * call.
 *
 * @param functions by signature: `factory()`
 */
export function scriptedContract(
  functions: Readonly<Record<string, Hex>>,
): Hex {
  const entries = Object.entries(functions);
  const table = HEADER_BYTES + ENTRY_BYTES * entries.length + END_BYTES;
  const bodyAt = (index: number) => table + index * RETURN_BYTES;
  let dataAt = bodyAt(entries.length);
  let dispatch = "";
  let code = "";
  let data = "";
  const placed = new Map<Hex, number>();
  for (const [index, [signature, scripted]] of entries.entries()) {
    const selector = toFunctionSelector(signature).slice(2);
    dispatch += `8063${selector}1461${word(bodyAt(index), 2)}57`;
    const length = (scripted.length - 2) / 2;
    const from = placed.get(scripted) ?? dataAt;
    // JUMPDEST CODECOPY(0, from, length) RETURN(0, length)
    code += `5b61${word(length, 2)}61${word(from, 2)}60003961${word(length, 2)}6000f3`;
    if (!placed.has(scripted)) {
      placed.set(scripted, from);
      data += scripted.slice(2);
      dataAt += length;
    }
  }
  return `0x60003560e01c${dispatch}60006000fd${code}${data}`;
}
