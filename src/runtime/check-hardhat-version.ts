import { alphaError } from "../errors.ts";
import { isOlderVersion } from "./is-older-version.ts";

/** The lowest Hardhat that the package's peer dependency allows. */
export const LOWEST_HARDHAT = "3.18.0";

/**
 * Hardhat compares versions of peers only where a plugin does not load. Between
 * 3.8 and that, this one loads, and then fails in ways that tell nothing: 3.12
 * asks for environment variables, since it ignores that they have defaults.
 *
 * @param version Hardhat's own, as `hre.versions` has it.
 * @throws {HardhatPluginError} When it is older than what this plugin needs.
 */
export function checkHardhatVersion(version: string): void {
  if (isOlderVersion(version, LOWEST_HARDHAT)) {
    throw alphaError(
      `This plugin needs Hardhat ${LOWEST_HARDHAT} or newer, and ${version} is installed. Update it: npm install --save-dev hardhat@^${LOWEST_HARDHAT}`,
    );
  }
}
