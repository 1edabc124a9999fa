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

/** By number; what a version has after its three numbers does not count. */
function isOlderVersion(version: string, lowest: string): boolean {
  const [actual, wanted] = [numbersOf(version), numbersOf(lowest)];
  if (actual === undefined || wanted === undefined) {
    return false;
  }
  const place = actual.findIndex((part, index) => part !== wanted[index]);
  return place !== -1 && Number(actual[place]) < Number(wanted[place]);
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
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
