import { PLUGIN_ID } from "../../src/base/errors.ts";

/** The commands that begin a project in a folder without one. */
export const NEW_PROJECT = [
  "npm init -y",
  "npm pkg set type=module",
  `npm install --save-dev ${PLUGIN_ID} hardhat @nomicfoundation/hardhat-viem viem`,
  `echo 'import plugin from "${PLUGIN_ID}"; export default { plugins: [plugin] };' > hardhat.config.ts`,
];

/**
 * The examples that `alpha init` writes, by name: `source` in the package's folder
 * `examples` is written to `file`, relative to the project, with slashes. The commands
 * `next` use it.
 */
export const INIT_EXAMPLES = {
  script: {
    description: "publishes a data asset, on any network",
    source: "deploy-script/scripts/publish.ts",
    file: "scripts/publish.ts",
    next: [
      "npx hardhat run --no-compile scripts/publish.ts --network devnetSandbox",
    ],
  },
  test: {
    description: "publishes and buys on a sandbox",
    source: "node-test/test/market.ts",
    file: "test/market.ts",
    next: ["node --test test/market.ts"],
  },
  solidity: {
    description: "the same as Solidity tests",
    source: "solidity/contracts/BuyTest.t.sol",
    file: "contracts/BuyTest.t.sol",
    next: ["npx hardhat test solidity contracts/BuyTest.t.sol"],
  },
  ci: {
    description: "verifies the networks in GitHub Actions",
    source: "ci/github-actions.yml",
    file: ".github/workflows/alpha.yml",
    next: [
      "npx hardhat alpha verify devnet testnet --level wiring --write-lock",
      "git add alpha.lock.json .github/workflows/alpha.yml",
    ],
  },
};
