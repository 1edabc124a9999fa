// The config of the project, with the settings of the test runner.
import { fileURLToPath } from "node:url";

import { defineConfig } from "hardhat/config";

import config from "../../hardhat.config.ts";

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    mocha: {
      ...config.test?.mocha,
      color: process.env["TEST_COLORS"] === "on",
      forbidOnly: true,
      reporter: fileURLToPath(new URL("./reporter.ts", import.meta.url)),
      reporterOptions: {
        file: process.env["TEST_REPORT_FILE"],
        maxLingerMs: Number(process.env["TEST_MAX_LINGER_MS"]),
      },
    },
  },
});
