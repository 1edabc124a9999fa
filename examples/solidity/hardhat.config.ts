import { fileURLToPath } from "node:url";

import { defineConfig } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  solidity: {
    // The compiler of the npm package solc, so that nothing is downloaded.
    // `version: "0.8.37"` alone takes Hardhat's own.
    version: "0.8.37",
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    // Not every network of these knows the opcodes of newer ones.
    settings: { evmVersion: "london" },
  },
});
