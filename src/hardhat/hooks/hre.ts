import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import { createAlphaRuntime } from "../alpha-runtime.ts";
import { refuseExplorers } from "../explorers/refuse-explorers.ts";
import { checkHardhat } from "../peers.ts";
import { warnOfSources, warnOfTakenNames } from "../project-checks.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    await checkHardhat(hre.versions?.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    refuseExplorers(hre);
    warnOfTakenNames(hre.config.alpha, console.warn);
    warnOfSources(hre.config.alpha, console.warn);
  },
});
