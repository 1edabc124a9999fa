import { HardhatPluginError } from "hardhat/plugins";

/** Invalid answer, connection refused, connection timed out. */
const PASSING_HARDHAT_ERRORS: ReadonlySet<unknown> = new Set([702, 703, 704]);

/**
 * Whether what a provider threw is the node's error or one of the way to it,
 * which another attempt may not meet. What Hardhat or a plugin refuses (a chain
 * of another id, a closed connection) is none.
 */
export function isNodeFailure(error: Error): boolean {
  if (HardhatPluginError.isHardhatPluginError(error)) {
    return false;
  }
  // Hardhat's own error class belongs to a package that is not for plugins.
  return (
    error.name !== "HardhatError" ||
    PASSING_HARDHAT_ERRORS.has(Reflect.get(error, "number"))
  );
}
