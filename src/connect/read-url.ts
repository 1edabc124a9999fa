import type { ResolvedConfigurationVariable } from "hardhat/types/config";
import type { Cause } from "../base/problems.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { badVariables, LayeredUrl } from "../config/layered-url.ts";

/** The URL of a Hardhat network's node. */
interface NodeUrl extends ResolvedConfigurationVariable {
  /** Set if it is a variable of the user's config. */
  readonly name?: string;
}

/** The reason why a URL is not known, and the variable that should have it. */
export interface BadVariable extends Cause {
  readonly variable: string;
}

/**
 * A URL; `undefined` if it is not set. May prompt for the password of a keystore. The
 * value of a variable is not configuration: without a good one, only what needs the URL
 * is unknown.
 *
 * @throws HardhatPluginError if the URL is a text in the config, and not an http(s) URL.
 */
export async function readUrl(
  url: NodeUrl,
): Promise<string | BadVariable | undefined> {
  try {
    if (url instanceof LayeredUrl) {
      return (await url.resolve())?.value;
    }
    return await url.getUrl();
  } catch (error) {
    const variable = badVariables.get(Object(error)) ?? url.name;
    if (variable === undefined) {
      throw error;
    }
    const message = untrustedText(String(Object(error).message));
    return {
      reason: message.includes(variable)
        ? message
        : `the variable ${variable} could not be read: ${message}`,
      remedy: `Set the environment variable ${variable}.`,
      variable,
    };
  }
}
