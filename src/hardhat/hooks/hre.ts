import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import { createAlphaRuntime } from "../alpha-runtime.ts";
import { refuseExplorers } from "../explorers/refuse-explorers.ts";
import {
  checkHardhatVersion,
  warnOfSources,
  warnOfTakenNames,
} from "../project-checks.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    checkHardhatVersion(hre.versions.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    refuseExplorers(hre);
    warnOfTakenNames(hre.config.alpha, console.warn);
    warnOfSources(hre.config.alpha, console.warn);
  },
});
