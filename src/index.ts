import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { PLUGIN_ID } from "./constants.ts";

const hardhatAlphaNetworks: HardhatPlugin = definePlugin({
  id: PLUGIN_ID,
  npmPackage: PLUGIN_ID,
});

export default hardhatAlphaNetworks;
