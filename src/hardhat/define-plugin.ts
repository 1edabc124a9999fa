import * as hardhat from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat's own `definePlugin`, which Hardhat before 3.8 does not have: with it
 * imported by name, Node would end there in a SyntaxError, before Hardhat comes
 * to tell which version of it this plugin needs.
 */
export function definePlugin(plugin: HardhatPlugin): HardhatPlugin {
  return "definePlugin" in hardhat ? hardhat.definePlugin(plugin) : plugin;
}
