import { fileURLToPath } from "node:url";

import { defineConfig } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  solidity: {
    // Uses the compiler of the npm package solc. Without `path`, Hardhat downloads it.
    version: "0.8.37",
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    // No newer EVM version of the networks is known.
    settings: { evmVersion: "london" },
  },
});
