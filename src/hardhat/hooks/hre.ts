import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import { PLUGIN_ID } from "../../base/errors.ts";
import { createAlphaRuntime } from "../alpha-runtime.ts";
import { refuseExplorers } from "../explorers/refuse-explorers.ts";
import { checkHardhat } from "../peers.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    await checkHardhat(hre.versions?.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    refuseExplorers(hre);
    for (const warning of hre.config.alpha.warnings) {
      console.warn(`${PLUGIN_ID}: ${warning}.`);
    }
  },
});
