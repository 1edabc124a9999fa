import { isRecord } from "../config/narrow.ts";
import { alphaError } from "../errors.ts";
import { jsonErrorLine } from "../lock/json-error-line.ts";
import { jsonFault } from "../rpc/json-fault.ts";
import { jsonFaultLine } from "../rpc/json-fault-line.ts";

const REPAIR = "It is left as it is: repair it, or name another file.";
const INDENT = 2;

/**
 * The text of an address file with entries added, or replaced where their names
 * are taken; the other ones, their order and the indentation stay.
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
  const book =
    text === undefined || text.trim() === "" ? {} : parse(text, file);
  const indent = /^\{\r?\n([ \t]+)"/.exec(text?.trimStart() ?? "")?.[1];
  const merged = JSON.stringify(
    { ...book, ...entries },
    null,
    indent ?? INDENT,
  );
  return `${merged}\n`;
}

function parse(text: string, file: string): Readonly<Record<string, unknown>> {
  const fault = jsonFault(text);
  if (fault !== undefined) {
    throw alphaError(
      `The address file ${file} has ${fault}, line ${jsonFaultLine(text)}. ${REPAIR}`,
    );
  }
  const line = jsonErrorLine(text);
  if (line !== undefined) {
    throw alphaError(
      `The address file ${file} is no JSON: line ${line} is damaged. ${REPAIR}`,
    );
  }
  const book: unknown = JSON.parse(text);
  if (!isRecord(book)) {
    const first = text.slice(0, text.search(/\S/)).split("\n").length;
    throw alphaError(
      `The address file ${file} holds no object of networks, but something else in line ${first}. ${REPAIR}`,
    );
  }
  return book;
}
