import {
  lowerThan,
  parseVersion,
} from "@nomicfoundation/hardhat-utils/fast-semver";
import { alphaError, PLUGIN_ID } from "../base/errors.ts";
import type { AlphaConfig } from "../config/types.ts";

/** The minimum in the package's peer dependency. */
export const MIN_HARDHAT = "3.18.0";

/**
 * Checks the version of Hardhat. Hardhat only checks peer dependencies if a plugin
 * does not load. On versions from 3.8, this one loads and then fails with misleading
 * errors. For example, 3.12 requires environment variables that have a default.
 *
 * @throws HardhatPluginError if it is too old for this plugin.
 */
export function checkHardhatVersion(version: string): void {
  if (isOlderVersion(version, MIN_HARDHAT)) {
    throw alphaError(
      `This plugin needs Hardhat ${MIN_HARDHAT} or newer, but ${version} is installed. Update it with: npm install --save-dev hardhat@^${MIN_HARDHAT}`,
    );
  }
}

/** Compares the numbers only, so that a prerelease counts as its release. */
function isOlderVersion(version: string, minimum: string): boolean {
  const [actual, required] = [version, minimum].map((text) =>
    parseVersion(text.replace(/-.*$/, "")),
  );
  return (
    actual !== undefined &&
    required !== undefined &&
    lowerThan(actual, required)
  );
}

/** Prints the warnings about the files of `alpha.sources`. */
export function warnOfSources(
  { sourceWarnings }: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const warning of sourceWarnings) {
    warn(`${PLUGIN_ID}: ${warning}.`);
  }
}

/** Warns about networks that were not added, because their name is taken. */
export function warnOfTakenNames(
  alpha: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const network of Object.values(alpha.networks)) {
    const claims = [
      [network.name, network.hardhatNetwork],
      [`the sandbox of ${network.name}`, network.sandboxNetwork],
      [`the fork of ${network.name}`, network.forkNetwork],
    ] as const;
    for (const [subject, claim] of claims) {
      if (claim.name === null && claim.isTaken) {
        warn(`${PLUGIN_ID}: ${subject} was not added: ${claim.reason}.`);
      }
    }
  }
}
