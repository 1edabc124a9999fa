import hardhatMocha from "@nomicfoundation/hardhat-mocha";
import { defineConfig } from "hardhat/config";

import hardhatAlphaNetworks from "./src/index.ts";

export default defineConfig({
  plugins: [hardhatAlphaNetworks, hardhatMocha],
  paths: { tests: { mocha: "test" } },
});
