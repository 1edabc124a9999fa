import type { HardhatConfig } from "hardhat/types/config";

/** Whether a plugin is loaded that may give configuration variables. */
export function hasKeystore(config: HardhatConfig): boolean {
  return config.plugins.some(
    ({ hookHandlers }) => hookHandlers?.configurationVariables !== undefined,
  );
}
