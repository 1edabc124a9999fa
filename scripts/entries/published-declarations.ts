import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A relative module specifier that ends in `.ts`, in an import, export or import type. */
const TS_SPECIFIER =
  /((?:\bfrom\s*|\bimport\s*\(?\s*)"\.{1,2}\/[^"\n]*)\.ts(?=")/g;

/**
 * Lets the declarations in a folder name each other as `.js`: `.ts` specifiers
 * are an error for TypeScript before 5.0, and for later ones without
 * `allowImportingTsExtensions`. tsc rewrites them in the code alone.
 */
export function useJsSpecifiers(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(file));
    if (path.endsWith(".d.ts")) {
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replace(TS_SPECIFIER, "$1.js"));
    }
  }
}
