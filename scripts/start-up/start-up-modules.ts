import { join, relative } from "node:path";
import { build } from "esbuild";

/** What Hardhat imports of the plugin on every command, relative to the package's code. */
const START_UP_ENTRIES: readonly string[] = [
  "src/index.js",
  "src/hardhat/hooks/config.js",
  "src/hardhat/hooks/hre.js",
];

/** A module and the names that it exports. */
export interface StartUpModule {
  /** Relative to the package's code, with slashes. */
  readonly path: string;
  readonly exports: readonly string[];
}

/**
 * The compiled modules that are imported on every Hardhat command: the entries,
 * and what they import other than on demand.
 *
 * @param code the folder of the package's compiled code
 */
export async function startUpModules(
  code: string,
): Promise<readonly StartUpModule[]> {
  const reached = await build({
    absWorkingDir: code,
    entryPoints: [...START_UP_ENTRIES],
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [
      {
        name: "on demand",
        setup({ onResolve }) {
          onResolve({ filter: /^\./ }, ({ kind }) =>
            kind === "dynamic-import" ? { external: true } : undefined,
          );
        },
      },
    ],
    outdir: code,
    write: false,
    logLevel: "silent",
    metafile: true,
  });
  const paths = Object.keys(reached.metafile.inputs).filter((path) =>
    path.endsWith(".js"),
  );
  const alone = await build({
    absWorkingDir: code,
    entryPoints: paths,
    format: "esm",
    outdir: code,
    outbase: code,
    write: false,
    logLevel: "silent",
    metafile: true,
  });
  return Object.entries(alone.metafile.outputs).map(
    ([output, { exports }]) => ({
      path: relative(code, join(code, output)).replaceAll("\\", "/"),
      exports,
    }),
  );
}
