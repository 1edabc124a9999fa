import { configVariable, defineConfig } from "hardhat/config";
import type { HardhatConfig } from "hardhat/types/config";

import hardhatAlphaNetworks from "../../src/index.ts";
import type {
  AlphaConfig,
  AlphaSourceUserConfig,
  AlphaUserConfig,
} from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

const ADDRESS: string = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

assertType<Same<HardhatConfig["alpha"], AlphaConfig>>();

// Everything is optional, addresses may be any text, URLs may be variables.
defineConfig({ plugins: [hardhatAlphaNetworks], alpha: {} });
defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: {
    preset: false,
    sandbox: {
      euroDecimals: 6,
      owner: ADDRESS,
      balances: { alpha: { [ADDRESS]: "1.5" }, euro: { [ADDRESS]: 10n } },
      hardhat: { mining: { auto: false } },
    },
    networks: {
      devnet: {
        name: "alphaDevnet",
        url: configVariable("X"),
        endpoints: ["http://127.0.0.1:1", configVariable("Y")],
        maxBlockAge: false,
        hardhat: {
          accounts: [configVariable("KEY")],
          timeout: 5,
          httpHeaders: { "X-A": "b" },
        },
        registry: { Router: ADDRESS, ERC20Template: [ADDRESS, ADDRESS] },
        tokens: { euro: { address: ADDRESS, decimals: 6 } },
        portal: { nodeUri: configVariable("Z"), providerAddress: ADDRESS },
        versions: { registry: "v4" },
        feeToken: { symbol: "FEE" },
        startBlock: 0,
      },
      third: false,
    },
  },
  networks: {
    mine: { type: "http", url: "http://127.0.0.1:1", alphaNetwork: "devnet" },
  },
});
defineConfig({ alpha: { forks: true, networks: { third: { guard: false } } } });
defineConfig({ alpha: { networks: { devnet: { hardfork: "shanghai" } } } });
defineConfig({
  alpha: {
    networks: { third: { backend: { providerUri: configVariable("X") } } },
  },
});
defineConfig({
  alpha: {
    networks: {
      devnet: {
        expect: {
          "router.owner": ADDRESS,
          "router.swapFeeApproved": "0.1 %",
          "router.exchanges": [ADDRESS],
          "factory.tokenTemplates": "any",
          "token.euro.paused": false,
          "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a.threshold": { min: 2 },
          "own.Market.cap": { min: 1n, max: "5" },
        },
      },
    },
  },
});

const wrong: AlphaUserConfig[] = [
  // @ts-expect-error an unknown key
  { presets: false },
  // @ts-expect-error solc's name of Hardhat's "merge"
  { networks: { devnet: { hardfork: "paris" } } },
  // @ts-expect-error an unknown network
  { networks: { mainnet: {} } },
  // @ts-expect-error a typo
  { networks: { devnet: { registry: { Rooter: "0x" } } } },
  // @ts-expect-error third has no such portal field
  { networks: { third: { portal: { providerAddress: "0x" } } } },
  // @ts-expect-error nothing is no value
  { networks: { devnet: { expect: { "router.owner": null } } } },
  // @ts-expect-error nor is it of other ids
  { networks: { devnet: { expect: { "own.Market.cap": null } } } },
  // @ts-expect-error not one value for all
  { networks: { devnet: { expect: "any" } } },
  // @ts-expect-error devnet's backend is its portal's
  { networks: { devnet: { backend: { providerUri: "http://127.0.0.1" } } } },
  // @ts-expect-error the chain id has a key of its own
  { networks: { devnet: { hardhat: { chainId: 5 } } } },
  // @ts-expect-error a sandbox cannot be a fork
  { sandbox: { hardhat: { forking: { url: "http://127.0.0.1" } } } },
];
void wrong;

defineConfig({
  networks: {
    mine: {
      type: "http",
      url: "http://127.0.0.1:1",
      // @ts-expect-error an unknown network
      alphaNetwork: "mainnet",
    },
  },
});

const sources: AlphaSourceUserConfig[] = [
  { type: "portal", file: "chains.config.js", network: "third", entry: "genx" },
  { type: "address-json", file: "address.json", optional: true },
  // @ts-expect-error a type that is none
  { type: "yaml", file: "chains.yml" },
  // @ts-expect-error a file is required
  { type: "portal" },
  // @ts-expect-error a typo
  { type: "address-json", path: "address.json" },
];
void sources;

declare const config: AlphaConfig;
// @ts-expect-error a network may be disabled
config.networks.devnet.url;
// @ts-expect-error what is resolved is not changed
config.networks = {};
