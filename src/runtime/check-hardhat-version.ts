import { alphaError } from "../errors.ts";

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
  if (isOlder(version, LOWEST_HARDHAT)) {
    throw alphaError(
      `This plugin needs Hardhat ${LOWEST_HARDHAT} or newer, and ${version} is installed. Update it: npm install --save-dev hardhat@^${LOWEST_HARDHAT}`,
    );
  }
}

/** By number; what a version has after its three numbers does not count. */
function isOlder(version: string, lowest: string): boolean {
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
