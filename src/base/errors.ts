import { HardhatPluginError } from "hardhat/plugins";
import { printableMessage } from "./untrusted-text.ts";

/**
 * An expected failure, shown by Hardhat's CLI as an error of this plugin. The
 * message says what failed, on which network, and what to do next.
 * What a terminal or a CI log would interpret in an argument or a name is removed.
 *
 * @param cause kept if it is an error
 */
export function alphaError(
  message: string,
  cause?: unknown,
): HardhatPluginError {
  return new HardhatPluginError(
    PLUGIN_ID,
    printableMessage(message),
    cause instanceof Error ? cause : undefined,
  );
}

/** The npm package's name, which is the plugin's id too. */
export const PLUGIN_ID = "hardhat-alpha-networks";
