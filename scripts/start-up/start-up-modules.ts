import { join, relative } from "node:path";
import { build } from "esbuild";

/** The modules that Hardhat imports on every command, relative to the code folder. */
const START_UP_ENTRIES: readonly string[] = [
  "src/index.js",
  "src/hardhat/hooks/config.js",
  "src/hardhat/hooks/hre.js",
];

/** A module and its exports. */
export interface StartUpModule {
  /** Relative to the code folder, with slashes. */
  readonly path: string;
  readonly exports: readonly string[];
}

/**
 * Finds the compiled modules that every Hardhat command imports: the entries, and
 * their static imports.
 *
 * @param code The folder of the compiled package.
 */
export async function startUpModules(
  code: string,
): Promise<readonly StartUpModule[]> {
  const bundled = await build({
    absWorkingDir: code,
    entryPoints: [...START_UP_ENTRIES],
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [
      {
        name: "dynamic imports",
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
  const paths = Object.keys(bundled.metafile.inputs).filter((path) =>
    path.endsWith(".js"),
  );
  const separate = await build({
    absWorkingDir: code,
    entryPoints: paths,
    format: "esm",
    outdir: code,
    outbase: code,
    write: false,
    logLevel: "silent",
    metafile: true,
  });
  return Object.entries(separate.metafile.outputs).map(
    ([output, { exports }]) => ({
      path: relative(code, join(code, output)).replaceAll("\\", "/"),
      exports,
    }),
  );
}
