import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export const HARDHAT_CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
