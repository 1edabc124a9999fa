import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const REEXPORT = /^export \{([\w\s,]+)\} from "\.\/([^"]+)\.ts";$/gm;
const NAME = /(\w+)(?: as (\w+))?/g;

/** The entries for front ends. */
export const DATA_ENTRIES = ["abis", "addresses", "chains"] as const;

/** Before each property and list of a type; empty in code. */
type Modifier = "readonly " | "";

/** A constant of an entry. */
interface DataConstant {
  readonly name: string;
  readonly value: unknown;
  /** The comment of its declaration in the source. */
  readonly comment: string;
}

/**
 * Writes the entries for front ends, for `import` and for `require`. They contain their
 * values as literals, so that bundlers leave out those that are not imported. Their
 * declarations are in those for CommonJS, from which the ones of the ES modules export
 * them, since that is not possible the other way around (TS1479).
 *
 * @param root The repository.
 * @param folder The folder to write to.
 * @throws {Error} if an entry has other statements than re-exported constants.
 */
export async function writeDataEntries(
  root: string,
  folder: string,
): Promise<void> {
  for (const entry of DATA_ENTRIES) {
    const constants = await readDataEntry(root, entry);
    const types = constants.map(
      ({ name, comment, value }) =>
        `${comment}export declare const ${name}: ${lines(value, "readonly ")};\n`,
    );
    const path = join(folder, entry);
    writeFileSync(`${path}.js`, dataModule(constants, "export const "));
    writeFileSync(
      `${path}.cjs`,
      `"use strict";\n${dataModule(constants, "exports.")}`,
    );
    writeFileSync(`${path}.d.cts`, types.join(""));
    writeFileSync(`${path}.d.ts`, `export * from "./${entry}.cjs";\n`);
  }
}

/** The code of a module with constants. */
export function dataModule(
  constants: readonly DataConstant[],
  declaration: "export const " | "exports.",
): string {
  return constants
    .map(({ name, value }) => `${declaration}${name} = ${lines(value, "")};\n`)
    .join("");
}

/** Reads the constants that an entry re-exports. */
export async function readDataEntry(
  root: string,
  entry: string,
): Promise<readonly DataConstant[]> {
  const source = join(root, "src", `${entry}.ts`);
  const text = readFileSync(source, "utf8");
  if (text.replace(REEXPORT, "").trim() !== "") {
    throw new Error(`${entry} has other statements than re-exported constants`);
  }
  const values = await import(pathToFileURL(source).href);
  return [...text.matchAll(REEXPORT)].flatMap(([, names = "", module = ""]) => {
    const code = readFileSync(join(root, "src", `${module}.ts`), "utf8");
    return [...names.matchAll(NAME)].map(
      ([, declared = "", name = declared]) => ({
        name,
        value: values[name],
        comment: commentOf(declared, code),
      }),
    );
  });
}

function commentOf(name: string, text: string): string {
  const pattern = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)export const ${name} =`,
  );
  const [, comment] = pattern.exec(text) ?? [];
  if (comment === undefined) {
    throw new Error(`${name} has no comment`);
  }
  return comment;
}

/** A JSON value as code, with each of its items or fields on a line. */
export function lines(value: unknown, readonly: Modifier): string {
  const parts = partsOf(value, readonly).map((part) => `  ${part},\n`);
  return Array.isArray(value)
    ? `${readonly}[\n${parts.join("")}]`
    : `{\n${parts.join("")}}`;
}

/** A JSON value as code: an expression, or its literal type. */
function literal(value: unknown, readonly: Modifier): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const parts = partsOf(value, readonly).join(", ");
  return Array.isArray(value) ? `${readonly}[${parts}]` : `{ ${parts} }`;
}

function partsOf(value: unknown, readonly: Modifier): readonly string[] {
  return Array.isArray(value)
    ? value.map((item) => literal(item, readonly))
    : Object.entries(value ?? {}).map(
        ([key, field]) => `${readonly}${key}: ${literal(field, readonly)}`,
      );
}
