import { alphaError } from "../base/errors.ts";

/** The minimums of the peer dependencies, for the error message. */
export const MIN_VERSIONS = {
  hardhat: "3.13.0",
  "@nomicfoundation/hardhat-viem": "3.0.3",
  viem: "2.43.0",
} as const;

/**
 * Checks the version of Hardhat, since package managers install an older one if they are
 * forced to, and the plugin would fail later with misleading errors.
 *
 * @param version `undefined` before Hardhat 3.0.7, which does not state it.
 * @throws HardhatPluginError if it is too old for this plugin.
 */
export function checkHardhat(version = "3.0"): void {
  if (rankOf(version) < rankOf(MIN_VERSIONS.hardhat)) {
    const packages = Object.entries(MIN_VERSIONS).map(
      ([name, min]) => `${name}@^${min}`,
    );
    throw alphaError(
      `This plugin needs hardhat ${MIN_VERSIONS.hardhat} or newer (${version} is installed): run npm install --save-dev ${packages.join(" ")}`,
    );
  }
}

/** Orders versions by their first two numbers. */
function rankOf(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major * 1_000 + minor;
}
