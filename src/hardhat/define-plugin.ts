import * as hardhat from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat's `definePlugin`, which Hardhat before 3.8 does not export. A named
 * import would fail there with a SyntaxError, before Hardhat can report which
 * version this plugin needs.
 */
export function definePlugin(plugin: HardhatPlugin): HardhatPlugin {
  return "definePlugin" in hardhat ? hardhat.definePlugin(plugin) : plugin;
}
