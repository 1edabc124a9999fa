import { extname } from "node:path";
import {
  type Address,
  hasValidChecksum,
  isAddress,
  toChecksum,
} from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { isRecord } from "../base/records.ts";
import { oneLine } from "../base/text.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { parseStrictJson } from "../files/json.ts";
import { readTextFile } from "../files/read-text.ts";
import type { VerificationTarget } from "./expect/targets.ts";

const MAX_ENTRIES = 100_000;
const MAX_SHOWN_PROBLEMS = 20;

type ListedTarget = VerificationTarget & { readonly address: Address };

/** A name and an address as a file gives them, and where. */
interface ListedEntry {
  readonly name: unknown;
  readonly address: unknown;
  /** `line 3`, or `entry 3`. */
  readonly place: string;
}

/**
 * The addresses of a file, to verify in place of a network's own: JSON, as an
 * object of names and addresses or a list of `{ name, address }`, or CSV.
 *
 * @throws HardhatPluginError that names the file, and every bad line of it.
 */
export async function readAddressFile(
  file: string,
): Promise<readonly VerificationTarget[]> {
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    throw alphaError(
      `The address file ${file} could not be read: ${read.reason}.`,
    );
  }
  const text = read.text.replace(/^\uFEFF/, "");
  const isJson =
    extname(file).toLowerCase() === ".json" || /^\s*[[{]/.test(text);
  const entries = isJson ? jsonEntries(text, file) : lineEntries(text);
  if (entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw alphaError(
      `The address file ${file} lists ${entries.length} addresses. Expected 1 to ${MAX_ENTRIES}: a name and an address a line, or JSON.`,
    );
  }
  const problems: string[] = [];
  const targets: ListedTarget[] = [];
  for (const { name, address, place } of entries) {
    if (typeof name !== "string" || name.trim() === "") {
      problems.push(`  ${place}: expected a name`);
    } else if (!isAddress(address)) {
      const value = typeof address === "string" ? address : "something else";
      const got = untrustedText(value, { maxLength: 60 });
      problems.push(
        `  ${place}: expected an address (0x and 40 hexadecimal digits), got "${got}"`,
      );
    } else if (!(await hasValidChecksum(address))) {
      problems.push(
        `  ${place}: the address ${address} has a bad checksum (EIP-55): a digit may be wrong`,
      );
    } else {
      targets.push({
        kind: "list",
        key: untrustedText(name, { maxLength: 120 }),
        address: await toChecksum(address),
        source: untrustedText(`${file}, ${place}`, { maxLength: 400 }),
      });
    }
  }
  if (problems.length > 0) {
    const more = problems.length - MAX_SHOWN_PROBLEMS;
    throw alphaError(
      `The address file ${file} has ${problems.length} bad ${problems.length === 1 ? "line" : "lines"}; nothing was verified:\n${problems.slice(0, MAX_SHOWN_PROBLEMS).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}`,
    );
  }
  return withDistinctNames(targets);
}

/**
 * Reports tell contracts apart by their names, so that those with the same name get their
 * address, too. A name and address that are repeated are one contract.
 */
function withDistinctNames(
  targets: readonly ListedTarget[],
): readonly VerificationTarget[] {
  const named = Map.groupBy(targets, ({ key }) => key);
  const distinct = new Map<string, VerificationTarget>();
  const names = new Set<string>();
  for (const one of targets) {
    const { key, address } = one;
    const id = `${key} ${address}`;
    if (distinct.has(id)) {
      continue;
    }
    const isOnly = named.get(key)?.every((other) => other.address === address);
    let name = isOnly ? key : id;
    while (names.has(name)) {
      name = `${name} ${address}`;
    }
    names.add(name);
    distinct.set(id, { ...one, key: name });
  }
  return [...distinct.values()];
}

/** A comment, or a cell with what separates it from the next one of its line. */
const CELL =
  /^[ \t]*#[^\r\n]*| *(?:"((?:[^"]|"")*)"|([^,;\t\r\n]*)) *(?:([,;\t])|\r\n|[\r\n]|(?![\s\S]))/gm;
const LINE_END = /\r\n|[\r\n]/g;
const HEAD = /^(?:(?:contract|token) )?address$/i;
/** Addresses, and what may be one with a mistake; no hash of a transaction. */
const LIKE_ADDRESS = /\b0x\w{30,50}\b/gi;

/**
 * A line of CSV for each address, with commas, semicolons or tabs, and cells in quotes as
 * spreadsheets write them. The other cells are the name. A first line with a cell
 * `address`, empty lines and lines that begin with `#` are skipped.
 */
function lineEntries(text: string): readonly ListedEntry[] {
  const entries: ListedEntry[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = line;
  let isFirst = true;
  for (const [whole, inQuotes, plain = "", separator] of text.matchAll(CELL)) {
    cells.push((inQuotes?.replaceAll('""', '"') ?? plain).trim());
    line += whole.match(LINE_END)?.length ?? 0;
    if (separator !== undefined) {
      continue;
    }
    if (cells.some((cell) => cell !== "")) {
      const entry = entryOf(cells, `line ${start}`);
      const isHead = isFirst && cells.some((cell) => HEAD.test(cell));
      if (!isHead || /^0x/i.test(`${entry.address}`)) {
        entries.push(entry);
      }
      isFirst = false;
    }
    cells = [];
    start = line;
  }
  return entries;
}

/** An address that is not the only one of its line is refused like none. */
function entryOf(cells: readonly string[], place: string): ListedEntry {
  const [name = "", ...rest] = cells;
  const found = cells.join("\t").match(LIKE_ADDRESS) ?? [];
  const [address, other] = new Set(found.map((one) => one.toLowerCase()));
  const isAddressCell = (cell: string) => cell.toLowerCase() === address;
  const cell = cells.find(isAddressCell);
  if (other !== undefined) {
    return { name: place, address: found.join(","), place };
  }
  if (cell === undefined) {
    return { name, address: rest.join(","), place };
  }
  const names = cells.filter((one) => one !== "" && !isAddressCell(one));
  return { name: names.join(", "), address: cell, place };
}

/**
 * `{ "name": "0x…" }`, with lists of addresses allowed, or
 * `[{ "name": "…", "address": "0x…" }]`.
 */
function jsonEntries(text: string, file: string): readonly ListedEntry[] {
  const json = parseStrictJson(text);
  if (!json.ok) {
    throw alphaError(
      `The address file ${file} ${json.reason}. Nothing was verified.`,
    );
  }
  if (Array.isArray(json.value)) {
    return json.value.map((entry: unknown, index) => ({
      name: isRecord(entry) ? entry["name"] : undefined,
      address: isRecord(entry) ? entry["address"] : undefined,
      place: `entry ${index + 1}`,
    }));
  }
  if (!isRecord(json.value)) {
    throw alphaError(
      `The address file ${file} holds neither an object of names and addresses nor a list of { name, address }.`,
    );
  }
  return Object.entries(json.value).flatMap(([name, value]): ListedEntry[] => {
    if (Array.isArray(value) && value.length > 0) {
      return value.map((address: unknown, index) => ({
        name: `${name}[${index}]`,
        address,
        place: `"${oneLine(name)}", entry ${index + 1}`,
      }));
    }
    return [{ name, address: value, place: `"${oneLine(name)}"` }];
  });
}
