import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import { PLUGIN_ID } from "../../base/errors.ts";
import { createAlphaRuntime } from "../alpha-runtime.ts";
import { refuseExplorers } from "../explorers/refuse-explorers.ts";
import { checkHardhat } from "../peers.ts";

/**
 * The id of hardhat-verify, which publishes sources. It is looked for in the list of
 * plugins in use: as the condition of a conditional dependency, it would be imported
 * wherever it is installed, and Hardhat would warn on every command that it is imported
 * but not in use.
 */
const HARDHAT_VERIFY = "hardhat-verify";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    await checkHardhat(hre.versions?.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    if (hre.config.plugins.some(({ id }) => id === HARDHAT_VERIFY)) {
      refuseExplorers(hre);
    }
    for (const warning of hre.config.alpha.warnings) {
      console.warn(`${PLUGIN_ID}: ${warning}.`);
    }
  },
});
