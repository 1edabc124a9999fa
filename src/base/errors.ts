import { HardhatPluginError } from "hardhat/plugins";

/** What a terminal could take for a command. */
const CONTROL = /(?!\n)\p{Cc}/gu;

/**
 * An expected failure, shown by Hardhat's CLI as an error of this plugin. The
 * message says what failed, on which network, and what to do next.
 * Control characters in it, which an argument or a name may bring, are left out.
 *
 * @param cause what was thrown; kept if it is an error
 */
export function alphaError(
  message: string,
  cause?: unknown,
): HardhatPluginError {
  return new HardhatPluginError(
    PLUGIN_ID,
    message.replace(CONTROL, " "),
    cause instanceof Error ? cause : undefined,
  );
}

/** The npm package's name, which is the plugin's id too. */
export const PLUGIN_ID = "hardhat-alpha-networks";
