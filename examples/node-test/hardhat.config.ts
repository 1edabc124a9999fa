import { defineConfig } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
});
