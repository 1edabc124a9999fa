import { HardhatPluginError } from "hardhat/plugins";

/** Characters that a terminal may interpret. */
const CONTROL = /(?!\n)\p{Cc}/gu;

/**
 * An expected failure, shown by Hardhat's CLI as an error of this plugin. The
 * message says what failed, on which network, and what to do next.
 * Control characters, which an argument or a name may contain, are removed.
 *
 * @param cause kept if it is an error
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
