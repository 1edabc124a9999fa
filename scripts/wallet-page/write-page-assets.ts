import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";

const MODULE = "tasks/wallet/page/page-assets.js";

/**
 * Puts the wallet page's script and style into the package: as text, in place of
 * the module that bundles them, so that the package needs no bundler.
 *
 * @param code the folder of the package's compiled code
 * @throws {Error} When the script cannot be bundled.
 */
export async function writePageAssets(code: string): Promise<void> {
  const assets = JSON.stringify(await readPageAssets());
  writeFileSync(
    join(code, MODULE),
    `const ASSETS = ${assets};\n\nexport async function readPageAssets() {\n  return ASSETS;\n}\n`,
  );
}
