export type * from "./hardhat/type-extensions.ts";
// TypeScript lets projects add to an interface that is exported by export *, not by name.
export type * from "./networks/own-networks.ts";

import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { TASKS } from "../tasks/index.ts";
import { PLUGIN_ID } from "./base/errors.ts";

/** The plugin, for `plugins` in the Hardhat config. */
const hardhatAlphaNetworks: HardhatPlugin = definePlugin({
  id: PLUGIN_ID,
  npmPackage: PLUGIN_ID,
  dependencies: () => [import("@nomicfoundation/hardhat-viem")],
  hookHandlers: {
    config: () => import("./hardhat/hooks/config.ts"),
    hre: () => import("./hardhat/hooks/hre.ts"),
    network: () => import("./hardhat/hooks/network.ts"),
    userInterruptions: () => import("./hardhat/hooks/user-interruptions.ts"),
  },
  tasks: TASKS,
});

export default hardhatAlphaNetworks;
