import * as hardhat from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat's `definePlugin`, which Hardhat before 3.8 does not export. There, the
 * plugin is reduced to the hook that reports which versions it needs: a named import
 * and hardhat-viem would fail first, with an error that does not name the command.
 */
export function definePlugin(plugin: HardhatPlugin): HardhatPlugin {
  if ("definePlugin" in hardhat) {
    return hardhat.definePlugin(plugin);
  }
  return {
    id: plugin.id,
    hookHandlers: { hre: () => import("./hooks/hre.ts") },
  };
}
