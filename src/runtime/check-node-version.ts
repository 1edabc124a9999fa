import { alphaError } from "../errors.ts";
import { isOlderVersion } from "./is-older-version.ts";

/** The lowest Node that the package's `engines` allow, which is undici's. */
export const LOWEST_NODE = "22.19.0";

/**
 * npm only warns of a Node that is too old. Hardhat takes 22.13, where undici
 * does not load and every task that asks a node would end with a stack.
 *
 * @param version Node's own, as `process.versions` has it.
 * @throws {HardhatPluginError} When it is older than what this plugin needs.
 */
export function checkNodeVersion(version: string): void {
  if (isOlderVersion(version, LOWEST_NODE)) {
    throw alphaError(
      `This plugin needs Node.js ${LOWEST_NODE} or newer, and this is ${version}. Update Node.js.`,
    );
  }
}
