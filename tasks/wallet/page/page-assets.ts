import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The page without its data, its script and its style sheet, as text. */
export type PageAssets = Awaited<ReturnType<typeof readPageAssets>>;

/**
 * Bundles the page's script from the modules in `browser`. The build replaces this
 * module by one with the result as text (`scripts/wallet-page`), so that the
 * published package needs no bundler.
 */
export async function readPageAssets() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("browser/main.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    // Names are kept, so that whoever publishes the page can read its script.
    minifyWhitespace: true,
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  const read = (file: string) =>
    readFile(new URL(file, import.meta.url), "utf8");
  return {
    markup: await read("wallet-page.html"),
    script: outputFiles.map(({ text }) => text).join(""),
    style: await read("wallet-page.css"),
  };
}
