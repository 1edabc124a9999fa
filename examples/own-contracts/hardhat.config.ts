import { fileURLToPath } from "node:url";

import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import { defineConfig } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default defineConfig({
  plugins: [hardhatAlphaNetworks, hardhatIgnitionViem],
  solidity: {
    // Uses the compiler of the npm package solc. Without `path`, Hardhat downloads it.
    version: "0.8.37",
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    settings: { evmVersion: "london" },
  },
  alpha: {
    networks: {
      devnet: {
        hardhat: { accounts: "remote" },
        contracts: {
          Market: { watch: ["owner", "treasury", "fee", "paused"] },
        },
      },
    },
    sources: [
      {
        type: "ignition",
        deployment: "./ignition/deployments/devnet",
        network: "devnet",
        optional: true,
      },
    ],
  },
});
