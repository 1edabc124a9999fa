import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

import { pageAssetsModule } from "../wallet-page/page-assets-module.ts";
import {
  callImports,
  type DynamicImports,
  findDynamicImports,
  groupEntry,
  ON_DEMAND,
  onDemandFile,
} from "./dynamic-imports.ts";
import { START_UP } from "./module-groups.ts";

const BROWSER = "tasks/wallet/page/browser/";
const PAGE_ASSETS = "tasks/wallet/page/page-assets.ts";
const SHARED = "shared";
/** Smaller chunks of code that loads no package are joined. */
const MIN_CHUNK_BYTES = 26_000;

/** The modules of the entries that need Hardhat. */
const INDEX = "src/index.ts";
const TESTING = "src/testing.ts";
/** The command, which runs tasks without a project. */
const BIN = "src/bin.ts";

/**
 * Bundles the modules of the package into few files, since loading each takes about
 * half a millisecond: an entry for each group of modules that are imported on demand,
 * and chunks of what they share. Every module is in one file, so that there is one
 * instance of it. The wallet page is included as text, without a bundler.
 *
 * @param root The repository.
 * @param folder The folder to write to.
 * @throws {Error} if the modules cannot be bundled.
 */
export async function bundleCode(root: string, folder: string): Promise<void> {
  const paths = globSync("{src,tasks}/**/*.ts", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(BROWSER))
    .filter((path) => path !== PAGE_ASSETS)
    .toSorted();
  const imports = findDynamicImports(root, paths);
  const bundle = async (shared: readonly string[], write: boolean) =>
    await build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(
        [...imports.groups.keys(), "index", "testing", "bin"].map((name) => [
          name,
          `entry:${name}`,
        ]),
      ),
      outdir: folder,
      chunkNames: "chunk-[hash]",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "es2024",
      packages: "external",
      legalComments: "none",
      sourcemap: true,
      metafile: true,
      write,
      logLevel: "silent",
      plugins: [modulesOf(root, imports, shared)],
    });
  const { metafile } = await bundle([], false);
  await bundle(sharedModules(metafile), true);
  const startUp = importOfChunk(folder, `${START_UP}.js`);
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".js.map")) {
      removeEmptyMap(join(folder, basename(file, ".map")));
    }
  }
  if (existsSync(join(folder, "index.js.map"))) {
    throw new Error("index.js does not only re-export");
  }
  writeFileSync(join(folder, ON_DEMAND), onDemandFile(imports, startUp));
}

/**
 * Replaces an entry that only re-exports from a chunk, since every file takes time to
 * load.
 *
 * @returns The code that imports the chunk, with the names of the entry.
 */
function importOfChunk(folder: string, entry: string): string {
  const path = join(folder, entry);
  const text = readFileSync(path, "utf8");
  const [, chunk] = /^\} from "(.*)";$/m.exec(text) ?? [];
  const names = [...text.matchAll(/^ {2}(\w+) as (\w+),?$/gm)].map(
    ([, name, alias]) => `${alias}: chunk.${name}`,
  );
  if (chunk === undefined || names.length === 0) {
    throw new Error(`${entry} does not re-export from one chunk`);
  }
  rmSync(path);
  rmSync(`${path}.map`);
  return `import("${chunk}").then((chunk) => ({ ${names.join(", ")} }))`;
}

/** Removes the source map of a file if it only re-exports. */
function removeEmptyMap(path: string): void {
  const { mappings } = JSON.parse(readFileSync(`${path}.map`, "utf8"));
  if (mappings !== "") {
    return;
  }
  rmSync(`${path}.map`);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/^\/\/# sourceMappingURL=.*\n/m, ""));
}

/** Resolves the entries, and replaces the dynamic imports of the modules. */
function modulesOf(
  root: string,
  imports: DynamicImports,
  shared: readonly string[],
): Plugin {
  const contents = (name: string): string => {
    switch (name) {
      case SHARED:
        return importsOf(shared);
      case START_UP:
        return importsOf([INDEX]) + groupEntry(imports.groups.get(name) ?? []);
      case "index":
        return `export { default } from "./${INDEX}";\n${importsOf([], START_UP)}`;
      case "bin":
        return `#!/usr/bin/env node\nexport { default } from "./${BIN}";\n${importsOf([], START_UP, SHARED)}`;
      case "testing":
        return `export * from "./${TESTING}";\n${importsOf([], START_UP, SHARED)}`;
      default:
        return (
          importsOf([], START_UP, SHARED) +
          groupEntry(imports.groups.get(name) ?? [])
        );
    }
  };
  return {
    name: "modules",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice("entry:".length),
        namespace: "entry",
      }));
      onResolve({ filter: /on-demand\.js$/ }, ({ path }) => ({
        path,
        external: true,
      }));
      onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => ({
        contents: contents(path),
        resolveDir: root,
      }));
      onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => {
        const module = relative(root, path).replaceAll("\\", "/");
        return {
          loader: "ts",
          contents:
            module === PAGE_ASSETS
              ? await pageAssetsModule()
              : callImports(module, readFileSync(path, "utf8"), imports),
        };
      });
    },
  };
}

const importsOf = (
  paths: readonly string[],
  ...entries: readonly string[]
): string =>
  [
    ...entries.map((name) => `entry:${name}`),
    ...paths.map((path) => `./${path}`),
  ]
    .map((path) => `import "${path}";\n`)
    .join("");

/** What every Hardhat command has loaded anyway, or loads with the start-up. */
const LIGHT =
  /^(node:|hardhat\/|@nomicfoundation\/hardhat-utils\/(fast-semver|package)$|\.)/;

type Output = Metafile["outputs"][string];

/** The modules of small chunks that load no package, nor do the chunks they import. */
function sharedModules({ outputs }: Metafile): readonly string[] {
  const isLight = (output: Output): boolean =>
    output.imports.every(({ external, kind, path }) => {
      if (kind === "dynamic-import") {
        return true;
      }
      const imported = outputs[path];
      return external || imported === undefined
        ? LIGHT.test(path)
        : isLight(imported);
    });
  return Object.values(outputs)
    .filter(
      (output) =>
        output.entryPoint === undefined &&
        output.bytes < MIN_CHUNK_BYTES &&
        isLight(output),
    )
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => path.endsWith(".ts"))
    .toSorted();
}
