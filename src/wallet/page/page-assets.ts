import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** The page's own script and style, as they go into it. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Reads the page's script and style from beside this file. The package has the
 * script compiled; where the sources run, its types are taken out here.
 */
export async function readPageAssets(): Promise<PageAssets> {
  const compiled = new URL("wallet-page.js", import.meta.url);
  const style = await readFile(
    new URL("wallet-page.css", import.meta.url),
    "utf8",
  );
  if (existsSync(compiled)) {
    return { script: await readFile(compiled, "utf8"), style };
  }
  const { stripTypeScriptTypes } = await import("node:module");
  const source = new URL("wallet-page.ts", import.meta.url);
  return {
    script: stripTypeScriptTypes(await readFile(source, "utf8")),
    style,
  };
}
