import { alphaError } from "../../errors.ts";
import type { ListedEntry } from "./listed-targets.ts";

/**
 * The entries of a CSV address file: a name and an address a line, separated by
 * comma, semicolon or tab. A first line `name,address` and lines that begin with `#` are passed over.
 *
 * @throws HardhatPluginError with the line where the quoting breaks.
 */
export async function parseAddressCsv(
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
        `The address file ${file} is no CSV: line ${String(error["lines"] ?? "?")} is damaged (${error.code}).`,
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
