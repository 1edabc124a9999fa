import { jsonFault } from "../rpc/json-fault.ts";

/**
 * The number of the first line with which a text has its {@link jsonFault}. No
 * text within JSON spans lines, so every cut between lines can be judged.
 */
export function jsonFaultLine(text: string): number {
  const lines = text.split("\n");
  let [low, high] = [1, lines.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (jsonFault(lines.slice(0, middle).join("\n")) === undefined) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
