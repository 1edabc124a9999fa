import { alphaError } from "../../base/errors.ts";
import { isRecord } from "../../base/records.ts";
import { parseStrictJson } from "../../files/json.ts";

const REPAIR = "It is left as it is: repair it, or name another file.";
const INDENT = "  ";

/**
 * The text of an address file with entries added, or replaced where their names
 * are taken. The other ones stay as they are written, to the last digit, and so do
 * their order, the indentation and the ends of lines.
 *
 * @param text What the file holds; `undefined` where there is none.
 * @param file Its name, for messages.
 * @throws HardhatPluginError with the line, if the text is no JSON object or
 * holds what rewriting it would lose.
 */
export function mergeAddressFile(
  text: string | undefined,
  file: string,
  entries: Readonly<Record<string, unknown>>,
): string {
  const members =
    text === undefined || text.trim() === "" ? [] : membersOf(text, file);
  const [, eol = "\n", indent = INDENT] =
    /^\{(\r?\n)([ \t]+)"/.exec(text?.trimStart() ?? "") ?? [];
  const names = new Set(members.map(({ name }) => name));
  const write = (value: unknown) =>
    JSON.stringify(value, null, indent).replaceAll("\n", eol + indent);
  const lines = [
    ...members.map(
      ({ name, nameText, valueText }) =>
        `${nameText}: ${Object.hasOwn(entries, name) ? write(entries[name]) : valueText}`,
    ),
    ...Object.entries(entries)
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`),
  ];
  return lines.length === 0
    ? `{}${eol}`
    : `{${eol}${lines.map((line) => indent + line).join(`,${eol}`)}${eol}}${eol}`;
}

function membersOf(text: string, file: string): readonly JsonMember[] {
  const json = parseStrictJson(text);
  if (!json.ok) {
    throw alphaError(`The address file ${file} ${json.reason}. ${REPAIR}`);
  }
  if (!isRecord(json.value)) {
    const first = text.slice(0, text.search(/\S/)).split("\n").length;
    throw alphaError(
      `The address file ${file} holds no object of networks, but something else in line ${first}. ${REPAIR}`,
    );
  }
  return topLevelMembers(text);
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** A member of a JSON object. */
export interface JsonMember {
  readonly name: string;
  /** Its name as it is written, with its quotes. */
  readonly nameText: string;
  /** Its value as it is written. */
  readonly valueText: string;
}

/**
 * The members of the object that a JSON text holds, each as it is written: what
 * parsing and writing again would change, such as large numbers, stays.
 *
 * @param text Known to be a JSON object.
 */
function topLevelMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  let nameText = "";
  let valueStart: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === "," || token === "}")) {
      if (valueStart !== undefined) {
        members.push({
          name: String(JSON.parse(nameText)),
          nameText,
          valueText: text.slice(valueStart, index).trim(),
        });
      }
      valueStart = undefined;
    } else if (depth === 1 && token === ":") {
      valueStart = index + 1;
    } else if (depth === 1 && valueStart === undefined) {
      nameText = token;
    }
    if (token === "{" || token === "[") {
      depth++;
    } else if (token === "}" || token === "]") {
      depth--;
    }
  }
  return members;
}
