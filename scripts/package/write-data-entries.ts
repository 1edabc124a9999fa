import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const REEXPORT = /^export \{ (\w+) \} from "\.\/([^"]+)\.ts";$/gm;

/** Writes the declaration of a re-exported constant. */
type Declare = (name: string, module: string, value: unknown) => string;

/**
 * Bundles the entries for front ends, for `import` and for `require`. They do not share
 * modules with the other entries, which import Hardhat. Their declarations are in those
 * for CommonJS, from which the ones of the ES modules export them, since that is not
 * possible the other way around (TS1479). The entries may only re-export constants.
 *
 * @param root The repository.
 * @param code The folder of the compiled modules.
 * @param folder The folder to write to.
 * @throws {Error} if an entry has other statements, or cannot be bundled.
 */
export async function writeDataEntries(
  root: string,
  code: string,
  folder: string,
): Promise<void> {
  await writeEntry("chains", (name, module) =>
    compiledDeclaration(name, join(code, "src", `${module}.d.ts`)),
  );
  await writeEntry("abis", (name, module, abi) => {
    const text = readFileSync(join(root, "src", `${module}.ts`), "utf8");
    const [comment = ""] = /^\/\*\*.*\*\/\n/m.exec(text) ?? [];
    return `${comment}${abiDeclaration(name, abi)}`;
  });

  async function writeEntry(entry: string, declare: Declare): Promise<void> {
    const source = join(root, "src", `${entry}.ts`);
    const text = readFileSync(source, "utf8");
    if (text.replace(REEXPORT, "").trim() !== "") {
      throw new Error(
        `${entry} has other statements than re-exported constants`,
      );
    }
    const path = join(folder, entry);
    for (const [format, extension] of [
      ["esm", "js"],
      ["cjs", "cjs"],
    ] as const) {
      await build({
        entryPoints: [source],
        bundle: true,
        format,
        platform: "neutral",
        target: "es2020",
        outfile: `${path}.${extension}`,
        logLevel: "silent",
      });
    }
    const values = await import(pathToFileURL(`${path}.js`).href);
    const declarations = [...text.matchAll(REEXPORT)].map(
      ([, name = "", module = ""]) => declare(name, module, values[name]),
    );
    writeFileSync(`${path}.d.cts`, declarations.join(""));
    writeFileSync(`${path}.d.ts`, `export * from "./${entry}.cjs";\n`);
  }
}

/** The declaration of a constant with its comment, in a file of tsc. */
function compiledDeclaration(name: string, file: string): string {
  const pattern = new RegExp(
    `^(?:/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?export declare const ${name}: \\{\\n[^]*?\\n\\};\\n`,
    "m",
  );
  const [declaration] = pattern.exec(readFileSync(file, "utf8")) ?? [];
  if (declaration === undefined || declaration.includes("import")) {
    throw new Error(
      `the declaration of ${name} in ${file} is missing, or has imports`,
    );
  }
  return declaration;
}

/** An item is on one line: the declarations of tsc are three times as large. */
function abiDeclaration(name: string, abi: unknown): string {
  const items = [abi].flat().map((item) => `  ${literalType(item)},\n`);
  return `export declare const ${name}: readonly [\n${items.join("")}];\n`;
}

/** The read-only literal type of a JSON value. */
function literalType(value: unknown): string {
  if (Array.isArray(value)) {
    return `readonly [${value.map(literalType).join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const fields = Object.entries(value).map(
    ([key, field]) => `readonly ${key}: ${literalType(field)}`,
  );
  return `{ ${fields.join("; ")} }`;
}
