import { join } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";

/** The networks that a task's arguments and Hardhat's global options select. */
export function selectionOf(
  args: { readonly names: readonly string[]; readonly sandbox?: boolean },
  hre: Pick<HardhatRuntimeEnvironment, "globalOptions">,
): NetworkSelection {
  return {
    names: args.names,
    globalNetwork: hre.globalOptions.network,
    sandbox: args.sandbox ?? false,
  };
}

/** Files of the project that no output may replace. */
export function projectFiles({
  paths: { config, root },
}: Pick<HardhatConfig, "paths">): readonly string[] {
  return [
    ...(config === undefined ? [] : [config]),
    join(root, "package.json"),
    join(root, "tsconfig.json"),
  ];
}
