import {
  lowerThan,
  parseVersion,
} from "@nomicfoundation/hardhat-utils/fast-semver";
import { alphaError, PLUGIN_ID } from "../base/errors.ts";
import type { AlphaConfig } from "../config/types.ts";

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

/** By number: neither a prerelease nor a build counts. */
function isOlderVersion(version: string, lowest: string): boolean {
  const [actual, wanted] = [version, lowest].map((text) =>
    parseVersion(text.replace(/-.*$/, "")),
  );
  return (
    actual !== undefined && wanted !== undefined && lowerThan(actual, wanted)
  );
}

/** Says what is odd about the files of `alpha.sources`. */
export function warnOfSources(
  { sourceWarnings }: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const warning of sourceWarnings) {
    warn(`${PLUGIN_ID}: ${warning}.`);
  }
}

/** Says which of our networks could not be added, and what to do about it. */
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
