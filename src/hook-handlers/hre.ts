import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";

import { checkHardhatVersion } from "../runtime/check-hardhat-version.ts";
import { checkNodeVersion } from "../runtime/check-node-version.ts";
import { createAlphaRuntime } from "../runtime/create-alpha-runtime.ts";
import { warnOfSources } from "../runtime/warn-of-sources.ts";
import { warnOfTakenNames } from "../runtime/warn-of-taken-names.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    checkNodeVersion(process.versions.node);
    checkHardhatVersion(hre.versions.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    warnOfTakenNames(hre.config.alpha, console.warn);
    warnOfSources(hre.config.alpha, console.warn);
  },
});
