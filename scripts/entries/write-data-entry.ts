import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const REEXPORT = /^export \{ (\w+) \} from "(\.[^"]+)\.js";$/gm;

/**
 * Bundles an entry for front ends, so that it does not import the start-up bundle,
 * which imports Hardhat. It also writes the entry for `require` with its declarations,
 * which must not import any: CommonJS declarations cannot import those of ES modules
 * (TS1479). The entry may only re-export constants.
 *
 * @param code The folder of the compiled package.
 * @param entry Relative to `code`, without extension, such as `src/chains`.
 * @throws {Error} if the entry has other statements, or cannot be bundled.
 */
export async function writeDataEntry(
  code: string,
  entry: string,
): Promise<void> {
  const path = join(code, entry);
  const declarations = readFileSync(`${path}.d.ts`, "utf8");
  if (declarations.replace(REEXPORT, "").trim() !== "") {
    throw new Error(`${entry} has other statements than re-exported constants`);
  }
  const constants = [...declarations.matchAll(REEXPORT)].map(
    ([, name = "", module = ""]) =>
      declarationOf(name, join(dirname(path), `${module}.d.ts`)),
  );
  writeFileSync(`${path}.d.cts`, constants.join(""));
  const { outputFiles } = await build({
    entryPoints: [`${path}.js`],
    bundle: true,
    format: "esm",
    platform: "neutral",
    outfile: `${path}.js`,
    write: false,
    logLevel: "silent",
  });
  const [module] = outputFiles;
  if (module === undefined) {
    throw new Error(`could not bundle ${entry}`);
  }
  writeFileSync(`${path}.js`, module.text);
  await build({
    entryPoints: [`${path}.js`],
    format: "cjs",
    platform: "neutral",
    outfile: `${path}.cjs`,
    logLevel: "silent",
  });
}

/** The declaration of a constant with its comment, in a file of tsc. */
function declarationOf(name: string, file: string): string {
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
