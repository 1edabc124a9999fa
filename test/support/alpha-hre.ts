import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { GlobalOptions } from "hardhat/types/global-options";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import hardhatAlphaNetworks from "../../src/index.ts";

/** A Hardhat project of its own that lists this plugin. */
export async function createAlphaHre(
  config: HardhatUserConfig = {},
  globalOptions: Partial<GlobalOptions> = {},
): Promise<HardhatRuntimeEnvironment> {
  return await createHardhatRuntimeEnvironment(
    { ...config, plugins: [hardhatAlphaNetworks, ...(config.plugins ?? [])] },
    globalOptions,
  );
}

/** A project with any value under `alpha`, as a JavaScript user could write it. */
export async function createAlphaHreOf(
  alpha: unknown,
): Promise<HardhatRuntimeEnvironment> {
  const config: object = { plugins: [hardhatAlphaNetworks], alpha };
  return await createHardhatRuntimeEnvironment(config);
}
