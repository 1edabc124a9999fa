import { HardhatPluginError } from "hardhat/plugins";

import { PLUGIN_ID } from "../../src/base/errors.ts";

/** What a function throws; an error if it throws nothing. */
export async function errorOf(act: () => unknown): Promise<Error> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Error) {
      return error;
    }
    throw new Error(`threw ${String(error)}, which is no error`);
  }
  throw new Error("threw nothing");
}

/** The message of a failure that Hardhat's CLI shows as this plugin's own. */
export async function pluginMessageOf(act: () => unknown): Promise<string> {
  const error = await errorOf(act);
  if (
    !HardhatPluginError.isHardhatPluginError(error) ||
    error.pluginId !== PLUGIN_ID
  ) {
    throw new Error(`no error of this plugin: ${error.stack}`);
  }
  return error.message;
}
