import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkSelection } from "../src/connect/select-networks.ts";

/** Which networks a task's arguments and Hardhat's global options choose. */
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
