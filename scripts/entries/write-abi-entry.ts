import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";

const ENTRY = "src/abis";
const FOLDER = "src/contracts/abi";
const COMMENT = /^\/\*\*.*\*\/\n/m;

/**
 * Adds the CommonJS modules of the ABIs to their ES modules. The declarations are in
 * those for CommonJS, from which the ones of the ES modules export them, since that is
 * not possible the other way around (TS1479). An item of an ABI is on one line: those
 * that tsc writes are three times as large.
 *
 * @param code The folder of the compiled package.
 */
export async function writeAbiEntry(code: string): Promise<void> {
  const folder = join(code, FOLDER);
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".js")) {
      const path = join(folder, file.slice(0, -".js".length));
      const module = await import(pathToFileURL(`${path}.js`).href);
      await writeCommonJs(path);
      const [comment = ""] =
        COMMENT.exec(readFileSync(`${path}.js`, "utf8")) ?? [];
      writeFileSync(`${path}.d.cts`, `${comment}${declarationsOf(module)}`);
      writeFileSync(
        `${path}.d.ts`,
        `export * from "./${file.slice(0, -3)}.cjs";\n`,
      );
    }
  }
  const entry = join(code, ENTRY);
  const declarations = readFileSync(`${entry}.d.ts`, "utf8");
  writeFileSync(`${entry}.d.cts`, commonJsSpecifiers(declarations));
  await writeCommonJs(entry);
}

const commonJsSpecifiers = (text: string) =>
  text.replace(/\.js(?=";$)/gm, ".cjs");

async function writeCommonJs(path: string): Promise<void> {
  const text = commonJsSpecifiers(readFileSync(`${path}.js`, "utf8"));
  const { code } = await transform(text, {
    format: "cjs",
    platform: "neutral",
  });
  writeFileSync(`${path}.cjs`, code);
}

function declarationsOf(module: Readonly<Record<string, unknown>>): string {
  return Object.entries(module)
    .map(([name, abi]) => {
      const items = [abi]
        .flat()
        .map((item) => `  ${literalType(item)},\n`)
        .join("");
      return `export declare const ${name}: readonly [\n${items}];\n`;
    })
    .join("");
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
