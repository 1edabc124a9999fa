import { createRequire } from "node:module";
import { PLUGIN_ID } from "../../src/base/errors.ts";

/** The version of this package. */
export function packageVersion(): string {
  // Resolved from any file of the package, bundled or not.
  return createRequire(import.meta.url)(`${PLUGIN_ID}/package.json`).version;
}
