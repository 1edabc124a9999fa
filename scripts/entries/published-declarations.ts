import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A relative module specifier that ends in `.ts`, in an import, export or import type. */
const TS_SPECIFIER =
  /((?:\bfrom\s*|\bimport\s*\(?\s*)"\.{1,2}\/[^"\n]*)\.ts(?=")/g;

/**
 * Replaces `.ts` by `.js` in the import specifiers of declaration files, since tsc
 * only rewrites those of the code. TypeScript before 5.0, and later versions without
 * `allowImportingTsExtensions`, do not accept `.ts`.
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
