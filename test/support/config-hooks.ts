import type { HardhatUserConfig } from "hardhat/types/config";

import configHooks from "../../src/hardhat/hooks/config.ts";

/** What a user may have written: nothing of its shape is known before validation. */
export function asUserConfig(config: object): HardhatUserConfig {
  return config;
}

/** The config as this plugin extends it. */
export async function extendConfig(
  config: HardhatUserConfig,
): Promise<HardhatUserConfig> {
  const { extendUserConfig } = await configHooks();
  if (extendUserConfig === undefined) {
    throw new Error("the plugin extends no config");
  }
  return await extendUserConfig(config, async (next) => next);
}

/** The mistakes that this plugin finds in a config: message by path. */
export async function mistakesIn(
  config: object,
): Promise<Readonly<Record<string, string>>> {
  const { validateUserConfig } = await configHooks();
  if (validateUserConfig === undefined) {
    throw new Error("the plugin validates no config");
  }
  const extended = await extendConfig(asUserConfig(config));
  const mistakes = await validateUserConfig(extended);
  return Object.fromEntries(
    mistakes.map(({ path, message }) => [path.join("."), message]),
  );
}
