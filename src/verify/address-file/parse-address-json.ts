import { alphaError } from "../../errors.ts";
import { parseStrictJson } from "../../files/parse-strict-json.ts";
import { isRecord } from "../../rpc/is-record.ts";
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
  const data = dataOf(text, file);
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

function dataOf(text: string, file: string): unknown {
  const json = parseStrictJson(text);
  switch (json.kind) {
    case "value":
      return json.value;
    case "fault":
      throw alphaError(
        `The address file ${file} has ${json.fault}, line ${json.line}; nothing was verified.`,
      );
    case "no JSON":
      throw alphaError(
        `The address file ${file} is no JSON: line ${json.line} is damaged.`,
      );
  }
}
