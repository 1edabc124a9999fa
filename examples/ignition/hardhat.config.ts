import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import { defineConfig } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default defineConfig({
  plugins: [hardhatAlphaNetworks, hardhatIgnitionViem],
});
