import { writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

import { separateImports } from "./separate-imports.ts";
import { type StartUpModule, startUpModules } from "./start-up-modules.ts";

const BUNDLE = "src/start-up.js";
const IMPORTS = "src/start-up-imports.js";

/**
 * Bundles the compiled modules that every Hardhat command imports, since loading
 * each of them takes about half a millisecond. The modules are replaced by files
 * that re-export their names from the bundle, so that modules that are imported
 * later share the same instances.
 *
 * @param code The folder of the compiled package.
 * @throws {Error} if the modules cannot be bundled.
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
    plugins: [keepDynamicImports(dirname(join(code, BUNDLE)))],
    outfile: join(code, BUNDLE),
    write: false,
    logLevel: "silent",
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) {
    throw new Error("could not bundle the start-up modules");
  }
  const { program, imports } = separateImports(
    bundle.text,
    importPath(dirname(BUNDLE), IMPORTS),
  );
  writeFileSync(join(code, BUNDLE), program);
  writeFileSync(join(code, IMPORTS), importFromBundle(imports, modules));
  for (const [index, module] of modules.entries()) {
    writeFileSync(join(code, module.path), reexportsOf(module, index));
  }
}

/** Keeps dynamic imports, with paths relative to the folder of the bundle. */
function keepDynamicImports(folder: string): Plugin {
  return {
    name: "dynamic imports",
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

/** Makes dynamic imports of bundled modules import the bundle directly. */
function importFromBundle(
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

function reexportsOf({ path, exports }: StartUpModule, index: number): string {
  const names = exports.map((name) => `${bundled(name, index)} as ${name}`);
  const bundle = importPath(dirname(path), BUNDLE);
  return `export { ${names.join(", ")} } from ${JSON.stringify(bundle)};\n`;
}

const bundled = (name: string, index: number) => `module${index}_${name}`;

function importPath(folder: string, file: string): string {
  const path = relative(folder, file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
