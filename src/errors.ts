import { HardhatPluginError } from "hardhat/plugins";

import { PLUGIN_ID } from "./constants.ts";

/**
 * An expected failure, shown by Hardhat's CLI as an error of this plugin. The
 * message says what failed, on which network, and what to do next.
 */
export function alphaError(
  message: string,
  cause?: Error | undefined,
): HardhatPluginError {
  return new HardhatPluginError(PLUGIN_ID, message, cause);
}
