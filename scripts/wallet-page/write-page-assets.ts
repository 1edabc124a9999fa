import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";

const MODULE = "tasks/wallet/page/page-assets.js";

/**
 * Replaces the module that bundles the script and the style of the wallet page with
 * their text, so that the package does not need a bundler.
 *
 * @param code The folder of the compiled package.
 * @throws {Error} if the script cannot be bundled.
 */
export async function writePageAssets(code: string): Promise<void> {
  const assets = JSON.stringify(await readPageAssets());
  writeFileSync(
    join(code, MODULE),
    `const ASSETS = ${assets};\n\nexport async function readPageAssets() {\n  return ASSETS;\n}\n`,
  );
}
