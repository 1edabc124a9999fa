import { isRecord } from "../config/narrow.ts";
import { alphaError } from "../errors.ts";
import { jsonFaultLine } from "../files/json-fault-line.ts";
import { jsonFault } from "../rpc/json-fault.ts";
import type { ListedEntry } from "./listed-targets.ts";

/**
 * The entries of a JSON address file: `{ "name": "0x…" }`, with lists of
 * addresses allowed, or `[{ "name": "…", "address": "0x…" }]`.
 *
 * @throws HardhatPluginError with the line of a syntax error, or of a name that
 * is there twice: the parser would drop the first one's address unseen.
 */
export function parseAddressJson(
  text: string,
  file: string,
): readonly ListedEntry[] {
  const data = parse(text, file);
  if (Array.isArray(data)) {
    return data.map((entry: unknown, index) => ({
      name: isRecord(entry) ? entry["name"] : undefined,
      address: isRecord(entry) ? entry["address"] : undefined,
      place: `entry ${index + 1}`,
    }));
  }
  if (!isRecord(data)) {
    throw alphaError(
      `The address file ${file} holds neither an object of names and addresses nor a list of { name, address }.`,
    );
  }
  return Object.entries(data).flatMap(([name, value]): ListedEntry[] =>
    Array.isArray(value) && value.length > 0
      ? value.map((address: unknown, index) => ({
          name: `${name}[${index}]`,
          address,
          place: `"${name}", entry ${index + 1}`,
        }))
      : [{ name, address: value, place: `"${name}"` }],
  );
}

function parse(text: string, file: string): unknown {
  const fault = jsonFault(text);
  if (fault !== undefined) {
    throw alphaError(
      `The address file ${file} has ${fault}, line ${jsonFaultLine(text)}; nothing was verified.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw alphaError(
      `The address file ${file} is no JSON${placeOf(text, error)}.`,
    );
  }
}

/** Where V8 says that the text stops being JSON. */
function placeOf(text: string, error: unknown): string {
  const position =
    error instanceof Error
      ? /at position (\d+)/.exec(error.message)?.[1]
      : undefined;
  if (position === undefined) {
    return ": it ends too early, or is damaged";
  }
  const line = text.slice(0, Number(position)).split("\n").length;
  return `: line ${line} is damaged`;
}
