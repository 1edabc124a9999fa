import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { alphaError } from "../../errors.ts";
import { readText } from "../../files/read-text.ts";
import type { VerificationTarget } from "../targets.ts";
import { listedTargets } from "./listed-targets.ts";
import { parseAddressCsv } from "./parse-address-csv.ts";
import { parseAddressJson } from "./parse-address-json.ts";

/** Room for some 100 000 lines. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The addresses of a file, to verify in place of a network's own: JSON, as an
 * object of names and addresses or a list of `{ name, address }`, or CSV, a name
 * and an address a line.
 *
 * @throws HardhatPluginError that names the file, and every bad line of it.
 */
export async function readAddressFile(
  file: string,
): Promise<readonly VerificationTarget[]> {
  const text = await textOf(file);
  if (text.trim() === "") {
    throw alphaError(
      `The address file ${file} is empty. Expected a name and an address a line, or JSON.`,
    );
  }
  const isJson =
    extname(file).toLowerCase() === ".json" || /^\s*[[{]/.test(text);
  const entries = isJson
    ? parseAddressJson(text, file)
    : await parseAddressCsv(text, file);
  return await listedTargets(entries, file);
}

async function textOf(file: string): Promise<string> {
  const read = await readText(file, MOST_BYTES);
  switch (read.kind) {
    case "text":
      return read.text.replace(/^\uFEFF/, "");
    case "no UTF-8":
      throw alphaError(`The address file ${file} is no UTF-8 text.`);
    case "too large": {
      const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
      // A device, or a file that grows, has more than it states.
      throw alphaError(
        `The address file ${file} has ${size > MOST_BYTES ? size : "too many"} bytes, more than the ${MOST_BYTES} that are read. Split it.`,
      );
    }
    case "unread":
      throw alphaError(
        `The address file ${file} could not be read: ${read.code}. Check its path.`,
      );
  }
}
