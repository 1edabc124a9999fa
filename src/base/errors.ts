import { HardhatPluginError } from "hardhat/plugins";
import { isRecord } from "./records.ts";
import { didYouMean } from "./suggest-name.ts";
import { describeValue, printableMessage } from "./untrusted-text.ts";

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
 * Checks the options of a call, which TypeScript does for its users: one that is misspelt
 * would be ignored.
 *
 * @param names the valid ones, as keys; with the type of the value where it is a text
 * @throws HardhatPluginError if they are no object; it names the first that is wrong.
 */
export function checkOptionNames(
  call: string,
  options: unknown,
  names: object,
): asserts options is object {
  if (!isRecord(options)) {
    throw alphaError(
      `${call}: expected the options as an object, got ${describeValue(options)}.`,
    );
  }
  const valid = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !valid.includes(name));
  if (unknown !== undefined) {
    throw alphaError(
      `${call}: unknown option "${unknown}". ${didYouMean(unknown, valid)}Valid options: ${valid.join(", ")}.`,
    );
  }
  for (const [name, type] of Object.entries(names)) {
    const value: unknown = Reflect.get(options, name);
    if (
      typeof type === "string" &&
      value !== undefined &&
      typeof value !== type
    ) {
      throw alphaError(
        `${call}: expected ${name} to be of the type ${type}, got ${describeValue(value)}.`,
      );
    }
  }
}
