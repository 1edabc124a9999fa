import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";

/**
 * The code of a module to replace the one that bundles the script and the style of the
 * wallet page: with their text, so that the package does not need a bundler.
 *
 * @throws {Error} if the script cannot be bundled.
 */
export async function pageAssetsModule(): Promise<string> {
  const assets = JSON.stringify(await readPageAssets());
  return `const ASSETS = ${assets};\n\nexport async function readPageAssets() {\n  return ASSETS;\n}\n`;
}
