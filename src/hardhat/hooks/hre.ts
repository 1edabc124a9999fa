import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import { PLUGIN_ID } from "../../base/errors.ts";
import { printableMessage } from "../../base/untrusted-text.ts";
import { createAlphaRuntime } from "../alpha-runtime.ts";
import { addTestEndpoints } from "../solidity/test-endpoints.ts";
import {
  checkHardhat,
  explorerWarnings,
  subtaskWarnings,
} from "../startup-checks.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    checkHardhat(hre.versions?.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    addTestEndpoints(hre);
    const { warnings } = hre.config.alpha;
    for (const warning of [...warnings, ...explorerWarnings(hre)]) {
      console.warn(printableMessage(`${PLUGIN_ID}: ${warning}.`));
    }
    for (const warning of subtaskWarnings(process.argv.slice(2), hre.tasks)) {
      console.warn(warning);
    }
  },
});
