import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The page's own script and style, as they go into it. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * The page's script, bundled from the modules in `browser`, and its style. The
 * build replaces this module by one that holds both as text
 * (`scripts/wallet-page`): the published package needs no bundler.
 */
export async function readPageAssets(): Promise<PageAssets> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("browser/main.ts", import.meta.url))],
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2023",
    charset: "utf8",
    // Names stay: who hosts a page that speaks to wallets may want to read it.
    minifyWhitespace: true,
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  const style = new URL("wallet-page.css", import.meta.url);
  return {
    script: outputFiles.map(({ text }) => text).join(""),
    style: await readFile(style, "utf8"),
  };
}
