// Sources of the public values:
// - deltaDAO/pontusx-docs, pages/docs/technical-architecture/network-details.mdx,
//   2026-06-03: registry, tokens, portal config
// - deltaDAO/mvg-portal, chains.config.js and networksMetadata.config.js, 2026-04-22:
//   the same, and the network's name in portals
// - @oceanprotocol/contracts 2.6.0, addresses/address.json, the entry pontus-x-devnet:
//   registry

import type { Chain } from "viem";
import type { NetworkDefinition } from "./definition.ts";
import { PORTAL_V4, REGISTRY_V4 } from "./portal-v4.ts";
import { chainContracts, publishedAddresses } from "./published-addresses.ts";

const CHAIN_ID = 32456;
const NAME = "Pontus-X Devnet";
const NODE_URI = "https://rpc.dev.pontus-x.eu";
const EXPLORER_URI = "https://explorer.pontus-x.eu/pontusx/dev";

export const DEVNET = {
  values: {
    chainId: CHAIN_ID,
    networkId: CHAIN_ID,
    isDefault: false,
    startBlock: 57428,
    transactionBlockTimeout: 50,
    transactionConfirmationBlocks: 1,
    transactionPollingTimeout: 750,
    gasFeeMultiplier: 1.1,
  },
  // web3.js 1.x's default, which counts in seconds: 750 ms would be no wait.
  transactionPollingTimeoutUnit: "seconds",
  role: "development network",
  versions: {},
  chainsWithSameId: [],
  // One document uses the name "pontusx" for testnet too.
  names: ["pontus-x-devnet", "pontusx-devnet", "pontusx", "pontusxdev"],
  metadata: { chain: "Pontus-X" },
  addressBook: { key: "pontus-x-devnet" },
  registry: REGISTRY_V4,
  portal: PORTAL_V4,
  preset: {
    displayName: NAME,
    // Not the ERC-20 of the same name. The public portal says that it has 6
    // decimals, and wallets accept 18 only.
    nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
    // No symbol or decimals of the euro token were published and verified.
    tokens: {
      euro: {
        name: "EURAU",
        address: "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE",
      },
      alpha: { name: "Ocean" },
    },
    deprecatedTokens: [
      { name: "EUROe", address: "0x8A4826071983655805bF4f29828577Cd6b1aC0cB" },
    ],
    registry: {
      Alpha: "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112",
      AlphaCommunityFeeCollector: "0x1f84fB438292269219f9396D57431eA9257C23d4",
      Router: "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a",
      FixedPrice: "0x8372715D834d286c9aECE1AcD51Da5755B32D505",
      ERC20Template: [
        "0x02eCd3850B53b1BA8dbCdD146C963cC27f27Dd3C",
        "0x23Efb300c8778d6842bB0cCBD07D356eCeB97070",
      ],
      ERC721Template: ["0x5B0cc649134791c2357c93868d6e8D325A31aE29"],
      Dispenser: "0x5461b629E01f72E0A468931A36e039Eea394f9eA",
      ERC721Factory: "0xFdC4a5DEaCDfc6D82F66e894539461a269900E13",
    },
    portal: {
      network: "pontusx-devnet",
      // Shared with testnet.
      metadataCacheUri: "https://aquarius.pontus-x.eu",
      nodeUri: NODE_URI,
      providerUri: "https://provider.dev.pontus-x.eu",
      subgraphUri: "https://subgraph.dev.pontus-x.eu",
      explorerUri: EXPLORER_URI,
      alphaTokenSymbol: "OCEAN",
      providerAddress: "0x68C24FA5b2319C81b34f248d1f928601D2E5246B",
    },
  },
} as const satisfies NetworkDefinition;

/** The published addresses of the development network (chain id 32456). */
export const devnetAddresses = /* @__PURE__ */ publishedAddresses(DEVNET);

/** The development network (chain id 32456) as a viem chain. */
export const devnet = {
  id: CHAIN_ID,
  name: NAME,
  nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
  rpcUrls: { default: { http: [NODE_URI] } },
  blockExplorers: {
    default: { name: "Pontus-X Devnet Explorer", url: EXPLORER_URI },
  },
  testnet: true,
  contracts: /* @__PURE__ */ chainContracts(devnetAddresses),
} as const satisfies Chain;
