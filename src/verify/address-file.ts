import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { hasValidChecksum, isAddress, toChecksum } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { isRecord } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { parseStrictJson } from "../files/json.ts";
import { readText } from "../files/read-text.ts";
import type { VerificationTarget } from "./targets.ts";

/** Room for some 100 000 lines. */
const MAX_BYTES = 16 * 1024 * 1024;

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
  const read = await readText(file, MAX_BYTES);
  switch (read.kind) {
    case "text":
      return read.text.replace(/^\uFEFF/, "");
    case "not UTF-8":
      throw alphaError(`The address file ${file} is not UTF-8 text.`);
    case "too large": {
      const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
      // A device, or a file that grows, has more than it states.
      throw alphaError(
        `The address file ${file} has ${size > MAX_BYTES ? size : "too many"} bytes, more than the maximum of ${MAX_BYTES}. Split it.`,
      );
    }
    case "error":
      throw alphaError(
        `The address file ${file} could not be read: ${read.code}. Check its path.`,
      );
  }
}

/** A name and an address as a file gives them, and where. */
export interface ListedEntry {
  readonly name: unknown;
  readonly address: unknown;
  /** `line 3`, or `entry 3`. */
  readonly place: string;
}

const MAX_ENTRIES = 100_000;
/** Bad lines that are shown; of any more only the number is told. */
const MAX_SHOWN = 20;
const MAX_NAME_LENGTH = 120;
const MAX_SOURCE_LENGTH = 400;

/**
 * The entries of an address file as targets.
 *
 * @throws HardhatPluginError that lists the bad entries with their places.
 */
async function listedTargets(
  entries: readonly ListedEntry[],
  file: string,
): Promise<readonly VerificationTarget[]> {
  if (entries.length === 0) {
    throw alphaError(`The address file ${file} lists no addresses.`);
  }
  if (entries.length > MAX_ENTRIES) {
    throw alphaError(
      `The address file ${file} lists ${entries.length} addresses, more than the maximum of ${MAX_ENTRIES}. Split it.`,
    );
  }
  const problems: string[] = [];
  const targets: VerificationTarget[] = [];
  for (const { name, address, place } of entries) {
    const problem = await problemOf(name, address);
    if (problem !== undefined) {
      problems.push(`  ${place}: ${problem}`);
    } else if (typeof name === "string" && isAddress(address)) {
      targets.push({
        kind: "list",
        key: untrustedText(name, { maxLength: MAX_NAME_LENGTH }),
        address: await toChecksum(address),
        source: untrustedText(`${file}, ${place}`, {
          maxLength: MAX_SOURCE_LENGTH,
        }),
      });
    }
  }
  if (problems.length > 0) {
    const more = problems.length - MAX_SHOWN;
    throw alphaError(
      `The address file ${file} has ${problems.length} bad ${problems.length === 1 ? "line" : "lines"}; nothing was verified:\n${problems.slice(0, MAX_SHOWN).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}`,
    );
  }
  return targets;
}

async function problemOf(
  name: unknown,
  address: unknown,
): Promise<string | undefined> {
  if (typeof name !== "string" || name.trim() === "") {
    return "expected a name";
  }
  if (!isAddress(address)) {
    const shown =
      typeof address === "string"
        ? `"${untrustedText(address, { maxLength: 60 })}"`
        : "something else";
    return `expected an address (0x and 40 hexadecimal digits), got ${shown}`;
  }
  return (await hasValidChecksum(address))
    ? undefined
    : `the address ${address} has a bad checksum (EIP-55): a digit may be wrong`;
}

/**
 * The entries of a CSV address file: a name and an address a line, separated by
 * comma, semicolon or tab. A first line `name,address` and lines that begin with `#` are skipped.
 *
 * @throws HardhatPluginError with the line where the quoting breaks.
 */
async function parseAddressCsv(
  text: string,
  file: string,
): Promise<readonly ListedEntry[]> {
  const { CsvError, parse } = await import("csv-parse/sync");
  try {
    const entries: ListedEntry[] = [];
    parse(text, {
      bom: true,
      comment: "#",
      comment_no_infix: true,
      delimiter: [",", ";", "\t"],
      on_record: ([name, ...rest]: string[], { lines }) => {
        entries.push({ name, address: rest.join(","), place: `line ${lines}` });
      },
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    const [first] = entries;
    return first !== undefined && isHead(first) ? entries.slice(1) : entries;
  } catch (error) {
    if (error instanceof CsvError) {
      throw alphaError(
        `The address file ${file} is not valid CSV: check line ${String(error["lines"] ?? "?")} (${error.code}).`,
      );
    }
    throw error;
  }
}

function isHead({ name, address }: ListedEntry): boolean {
  return (
    String(name).toLowerCase() === "name" &&
    String(address).toLowerCase() === "address"
  );
}

/**
 * The entries of a JSON address file: `{ "name": "0x…" }`, with lists of
 * addresses allowed, or `[{ "name": "…", "address": "0x…" }]`.
 *
 * @throws HardhatPluginError with the line of a syntax error, or of a name that
 * is there twice: the parser would drop the first one's address unseen.
 */
function parseAddressJson(text: string, file: string): readonly ListedEntry[] {
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
  if (!json.ok) {
    throw alphaError(
      `The address file ${file} ${json.reason}. Nothing was verified.`,
    );
  }
  return json.value;
}
