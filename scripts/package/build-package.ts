import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { bundleCode } from "./bundle-code.ts";
import { bundleDeclarations } from "./bundle-declarations.ts";
import { writeDataEntries } from "./write-data-entries.ts";

/**
 * Bundles the package into an empty `dist`.
 *
 * @param root The repository.
 * @param code The folder with the declarations of all modules, of tsc.
 */
export async function buildPackage(root: string, code: string): Promise<void> {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  // TypeScript resolves the package's name in this repository to the sources, since
  // the folders correspond.
  const folder = join(root, "dist/src");
  mkdirSync(folder, { recursive: true });
  await bundleCode(root, folder);
  bundleDeclarations(code, folder, ["index", "testing", "types"]);
  await writeDataEntries(root, folder);
  // It only has types.
  writeFileSync(join(folder, "types.js"), "export {};\n");
}
