import { isAddress } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { isRecord } from "../../base/records.ts";
import { parseJson, parseStrictJson } from "../../files/json.ts";
import { readJson } from "../read-json.ts";

const UNCHANGED = "The file was not changed. Correct it, or use another file.";
const INDENT = "  ";

/**
 * Adds entries to the text of an address file, or replaces those with the same name.
 * The text and the order of other entries, the indentation and the line endings do
 * not change.
 *
 * @param text the file's text; `undefined` if it does not exist
 * @param file the file's name in messages
 * @throws HardhatPluginError with the line, if the text is no JSON object or
 * holds what rewriting it would lose.
 */
export function mergeAddressFile(
  text: string | undefined,
  file: string,
  entries: Readonly<Record<string, unknown>>,
): string {
  const members = addressFileMembers(text, file);
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
  if (lines.length === 0) {
    return `{}${eol}`;
  }
  return `{${eol}${lines.map((line) => indent + line).join(`,${eol}`)}${eol}}${eol}`;
}

/**
 * True if entries may be merged into a file: an address book, or one that is not valid
 * JSON, which merging reports.
 */
export function isAddressBookOrDamaged(text: string): boolean {
  const book = parseJson(text);
  return (
    book === undefined ||
    (isRecord(book) && Object.values(book).every(isNetwork))
  );
}

/**
 * True for an entry of an address book, whose numbers may be texts, and whose objects are
 * lists by index or other contracts by name. The entries of a portal and of
 * `alpha export --format json` have a chain id and addresses too, but also URLs, switches
 * and deeper objects.
 */
function isNetwork(value: unknown): boolean {
  return (
    isRecord(value) &&
    (typeof value["chainId"] === "number" ||
      Object.values(value).some(isAddress)) &&
    Object.values(value).every(
      (member) =>
        typeof member === "number" ||
        isBookText(member) ||
        (isRecord(member) && Object.values(member).every(isBookText)),
    )
  );
}

function isBookText(member: unknown): boolean {
  return typeof member === "string" && /^(0x|\d*$)/.test(member);
}

interface JsonMember {
  readonly name: string;
  /** The source text of its name, including quotes. */
  readonly nameText: string;
  /** The source text of its value: printing it would change large numbers, for example. */
  readonly valueText: string;
}

/**
 * The entries in the text of an address file, in its order.
 *
 * @throws HardhatPluginError as {@link mergeAddressFile} does
 */
export function addressFileMembers(
  text: string | undefined,
  file: string,
): readonly JsonMember[] {
  if (text === undefined || text.trim() === "") {
    return [];
  }
  const json = parseStrictJson(text);
  if (!json.ok) {
    throw alphaError(`The address file ${file} ${json.reason}. ${UNCHANGED}`);
  }
  const root = readJson(text, file);
  if (root.kind !== "object") {
    throw alphaError(
      `The address file ${file} is not an object of networks: check line ${root.place.line}. ${UNCHANGED}`,
    );
  }
  return [...root.members.values()]
    .toSorted((one, other) => one.key.start - other.key.start)
    .map(({ name, key, at }) => ({
      name,
      nameText: text.slice(key.start, key.end),
      valueText: text.slice(at.start, at.end),
    }));
}
