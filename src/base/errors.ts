import { HardhatPluginError } from "hardhat/plugins";

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

/**
 * Controls (C0, C1), format characters (bidirectional overrides, zero-width
 * characters, tags), lone surrogates, unassigned code points, the line and paragraph
 * separators, and whatever else is not seen: fillers, variation selectors, empty Braille.
 */
export const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const INVISIBLE_IN_LINES = new RegExp(`(?!\n)${INVISIBLE.source}`, "gu");
/** Commands in the log of CI systems, but not the colons of `[::1]` within a line. */
const LOG_COMMAND_IN_LINES = /^[^\S\n]*:(?=:)|##[a-z]*(?=\[)/gim;

/**
 * A message of ours with texts of others in it. Its lines stay lines, and have nothing
 * that a terminal or a CI log would interpret.
 */
export function printableMessage(message: string): string {
  return message
    .replace(INVISIBLE_IN_LINES, " ")
    .replace(LOG_COMMAND_IN_LINES, "$& ");
}
