import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const REEXPORT = /^export \{ (\w+) \} from "(\.[^"]+)\.js";$/gm;

/**
 * Rewrites an entry that front ends import, so that it imports nothing: its
 * modules are joined with the plugin's start-up, which imports Hardhat. Beside it
 * come the same for `require`, and declarations for that, which hold all that they
 * need, as CommonJS declarations cannot import those of ES modules (TS1479). The
 * entry must re-export constants, each from a module.
 *
 * @param code the folder of the package's compiled code
 * @param entry from there, without ending, such as `src/chains`
 * @throws {Error} When the entry has something else, or cannot be bundled.
 */
export async function writeDataEntry(
  code: string,
  entry: string,
): Promise<void> {
  const path = join(code, entry);
  const declarations = readFileSync(`${path}.d.ts`, "utf8");
  if (declarations.replace(REEXPORT, "").trim() !== "") {
    throw new Error(`${entry} has more than re-exported constants`);
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
    throw new Error(`${entry} could not be bundled`);
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

/** The declaration of a constant with its comment, as tsc writes them. */
function declarationOf(name: string, file: string): string {
  const pattern = new RegExp(
    `^(?:/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?export declare const ${name}: \\{\\n[^]*?\\n\\};\\n`,
    "m",
  );
  const [declaration] = pattern.exec(readFileSync(file, "utf8")) ?? [];
  if (declaration === undefined || declaration.includes("import")) {
    throw new Error(`${name} in ${file} has no declaration of its own`);
  }
  return declaration;
}
