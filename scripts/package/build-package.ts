import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "tsdown";

import { GROUP, loadOnDemand, ON_DEMAND } from "./load-on-demand.ts";
import { START_UP } from "./module-groups.ts";
import { writeDataEntries } from "./write-data-entries.ts";

/**
 * Every Hardhat command has loaded these packages anyway, or loads them with the
 * start-up.
 */
const LIGHT =
  /^(node:|hardhat\/|@nomicfoundation\/hardhat-utils\/(fast-semver|package)$)/;
/** It loads undici by require, when it is loaded itself. */
const HEAVY = /src[\\/]http[\\/]connections\.ts$/;
/** Longer modules are only loaded with what needs them. */
const MAX_SHARED_BYTES = 6_000;
/** Projects can only add to the interfaces of a module that is exported with `export *`. */
const OPEN_MODULES = ["own-networks"];

/**
 * Bundles the package into an empty `dist`.
 *
 * @param root The repository.
 * @param code The folder with the declarations of all modules, of tsc.
 * @throws {Error} if the modules cannot be bundled.
 */
export async function buildPackage(root: string, code: string): Promise<void> {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  // TypeScript resolves the package's name in this repository to the sources, since
  // the folders correspond.
  const folder = join(root, "dist/src");
  mkdirSync(folder, { recursive: true });
  const common: InlineConfig = {
    config: false,
    cwd: root,
    outDir: folder,
    clean: false,
    format: "esm",
    platform: "node",
    target: "es2024",
    fixedExtension: false,
    hash: false,
    logLevel: "error",
    tsconfig: join(root, "tsconfig.build.json"),
    deps: { neverBundle: true },
  };
  await build({ ...common, ...codeOptions(root) });
  await build({ ...common, ...declarationOptions(code) });
  await writeDataEntries(root, folder);
  // It only has types.
  writeFileSync(join(folder, "types.js"), "export {};\n");
}

/**
 * The modules are bundled into few files, since loading each takes about half a
 * millisecond: one for each group of modules that are imported on demand, and those that
 * they share. Every module is in one file, so that there is one instance of it.
 */
function codeOptions(root: string): InlineConfig {
  return {
    entry: {
      index: "src/index.ts",
      testing: "src/testing.ts",
      bin: "src/bin.ts",
    },
    dts: false,
    // Node reads the map of each file that names one, which takes a tenth of a command.
    sourcemap: "hidden",
    plugins: [loadOnDemand(root)],
    outputOptions: {
      comments: false,
      chunkFileNames: ({ name, facadeModuleId }) => {
        const id = facadeModuleId ?? "";
        if (id.startsWith(GROUP)) {
          return `${id.slice(GROUP.length)}.js`;
        }
        return name === "on-demand" ? `${name}.js` : `chunk-${name}.js`;
      },
      codeSplitting: {
        groups: [
          { name: "on-demand", test: ON_DEMAND, priority: 3 },
          { name: START_UP, test: /src[\\/]index\.ts$/, priority: 2 },
          {
            debugName: "shared",
            name: (id, context) => (isLight(id, context) ? "shared" : null),
            minShareCount: 3,
            priority: 1,
          },
          {
            // Otherwise each of these short modules is a file. Those of `alpha lint`
            // are many, and the other tasks need none.
            debugName: "shared-by-two",
            test: /^(?!.*[\\/]lint[\\/])/,
            name: (id, context) =>
              isLight(id, context) ? "shared-by-two" : null,
            minShareCount: 2,
            maxModuleSize: MAX_SHARED_BYTES,
          },
        ],
      },
    },
  };
}

/** Whether a module loads no package, nor do the modules that it imports. */
function isLight(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) {
    return true;
  }
  seen.add(id);
  if (HEAVY.test(id)) {
    return false;
  }
  const module = context.getModuleInfo(id);
  if (module === null || module.code === null) {
    return LIGHT.test(id);
  }
  return module.importedIds.every((imported) =>
    isLight(imported, context, seen),
  );
}

/** The declarations of all modules are one file, which the entries import. */
function declarationOptions(code: string): InlineConfig {
  const entry: Record<string, string> = {};
  for (const name of ["index", "testing", "types"]) {
    entry[name] = join(code, `src/${name}.d.ts`);
  }
  for (const name of OPEN_MODULES) {
    entry[name] = join(code, `src/networks/${name}.d.ts`);
  }
  return {
    entry,
    // The declarations are there already, so that none are generated.
    dts: { dtsOnly: true, generator: "oxc" },
    plugins: [{ name: "separate-declarations", resolveId: separateFile }],
    outputOptions: { chunkFileNames: "declarations.d.ts" },
  };
}

/** Resolves what the declarations import from files of their own. */
function separateFile(
  id: string,
  importer: string | undefined,
): Rolldown.PartialResolvedId | undefined {
  if (importer === undefined) {
    return undefined;
  }
  const open = OPEN_MODULES.find((name) => id.includes(`/${name}.`));
  const file = id.includes("/contracts/abi/") ? "abis" : open;
  return file === undefined
    ? undefined
    : { id: `./${file}.js`, external: true };
}
