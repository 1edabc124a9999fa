export type * from "./type-extensions.ts";

import type { HardhatPlugin } from "hardhat/types/plugins";

import { TASKS } from "../tasks/index.ts";
import { PLUGIN_ID } from "./constants.ts";
import { definePlugin } from "./define-plugin.ts";

const hardhatAlphaNetworks: HardhatPlugin = definePlugin({
  id: PLUGIN_ID,
  npmPackage: PLUGIN_ID,
  dependencies: () => [import("@nomicfoundation/hardhat-viem")],
  hookHandlers: {
    config: () => import("./hook-handlers/config.ts"),
    hre: () => import("./hook-handlers/hre.ts"),
    network: () => import("./hook-handlers/network.ts"),
  },
  tasks: TASKS,
});

export default hardhatAlphaNetworks;
