import { writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

import { separateImports } from "./separate-imports.ts";
import { type StartUpModule, startUpModules } from "./start-up-modules.ts";

const BUNDLE = "src/start-up.js";
const IMPORTS = "src/start-up-imports.js";

/**
 * Joins the compiled modules that every Hardhat command imports into one file:
 * they are some sixty, and each costs about half a millisecond. Each stays where
 * it was and exports what it did, from the one file, so that there is one of it
 * for what is imported on demand, too.
 *
 * @param code the folder of the package's compiled code
 * @throws {Error} When the code cannot be bundled.
 */
export async function bundleStartUp(code: string): Promise<void> {
  const modules = await startUpModules(code);
  const { outputFiles } = await build({
    absWorkingDir: code,
    stdin: {
      contents: modules.map(exportsOf).join(""),
      resolveDir: code,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    legalComments: "none",
    plugins: [onDemand(dirname(join(code, BUNDLE)))],
    outfile: join(code, BUNDLE),
    write: false,
    logLevel: "silent",
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) {
    throw new Error("the start-up code could not be bundled");
  }
  const { program, imports } = separateImports(
    bundle.text,
    importPath(dirname(BUNDLE), IMPORTS),
  );
  writeFileSync(join(code, BUNDLE), program);
  writeFileSync(join(code, IMPORTS), withoutDetours(imports, modules));
  for (const [index, module] of modules.entries()) {
    writeFileSync(join(code, module.path), facadeOf(module, index));
  }
}

/** Leaves imports on demand as they are, seen from the bundle's folder. */
function onDemand(folder: string): Plugin {
  return {
    name: "on demand",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
        kind === "dynamic-import"
          ? {
              path: importPath(folder, resolve(resolveDir, path)),
              external: true,
            }
          : undefined,
      );
    },
  };
}

/** Takes what is in the bundle from it, in place of by way of another file. */
function withoutDetours(
  imports: string,
  modules: readonly StartUpModule[],
): string {
  const folder = dirname(IMPORTS);
  const bundle = JSON.stringify(importPath(folder, BUNDLE));
  return modules.reduce((text, { path, exports }, index) => {
    const names = exports.map((name) => `${name}: all.${bundled(name, index)}`);
    return text.replaceAll(
      `import(${JSON.stringify(importPath(folder, path))})`,
      `import(${bundle}).then((all) => ({ ${names.join(", ")} }))`,
    );
  }, imports);
}

function exportsOf({ path, exports }: StartUpModule, index: number): string {
  const names = exports.map((name) => `${name} as ${bundled(name, index)}`);
  return `export { ${names.join(", ")} } from "./${path}";\n`;
}

function facadeOf({ path, exports }: StartUpModule, index: number): string {
  const names = exports.map((name) => `${bundled(name, index)} as ${name}`);
  const bundle = importPath(dirname(path), BUNDLE);
  return `export { ${names.join(", ")} } from ${JSON.stringify(bundle)};\n`;
}

const bundled = (name: string, index: number) => `module${index}_${name}`;

function importPath(folder: string, file: string): string {
  const path = relative(folder, file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
