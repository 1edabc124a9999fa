// Sources of the public values:
// - deltaDAO/pontusx-docs, pages/docs/technical-architecture/network-details.mdx,
//   2026-06-03: registry, tokens, portal config
// - deltaDAO/mvg-portal, chains.config.js and networksMetadata.config.js, 2026-04-22:
//   the same, and the network's name in portals. It has isDefault true there; the
//   reference, which counts, has false.
// - @oceanprotocol/contracts 2.6.0 has no entry of it in addresses/address.json.

import type { Chain } from "viem";
import type { NetworkDefinition } from "./definition.ts";
import { PORTAL_V4, REGISTRY_V4 } from "./portal-v4.ts";
import { chainContracts, publishedAddresses } from "./published-addresses.ts";

const CHAIN_ID = 32457;
const NAME = "Pontus-X Testnet";
const NODE_URI = "https://rpc.test.pontus-x.eu";
const EXPLORER_URI = "https://explorer.pontus-x.eu/pontusx/test";

export const TESTNET = {
  values: {
    chainId: CHAIN_ID,
    networkId: CHAIN_ID,
    isDefault: false,
    startBlock: 82191,
    transactionBlockTimeout: 50,
    transactionConfirmationBlocks: 1,
    transactionPollingTimeout: 750,
    gasFeeMultiplier: 1.1,
  },
  // web3.js 1.x's default, which counts in seconds: 750 ms would be no wait.
  transactionPollingTimeoutUnit: "seconds",
  role: "test network",
  versions: {},
  chainsWithSameId: [],
  // One document uses the name "pontusx" for devnet too.
  names: ["pontus-x-testnet", "pontusx-testnet", "pontusx", "pontusxtest"],
  metadata: { chain: "Pontus-X" },
  // Named like devnet's: the published book has no entry of it. Neither has the list of
  // networks in ocean.js (src/config/ConfigHelper.ts, 3.4.6 to 6.1.2), where "unknown"
  // is a network without a chain id.
  addressBook: { key: "pontus-x-testnet", oceanJsKey: "unknown" },
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
        address: "0xE158265FD2be5BCc208621f2c0f8AfCF11aC8408",
      },
      alpha: { name: "Ocean" },
    },
    deprecatedTokens: [
      { name: "EUROe", address: "0xdd0a0278f6BAF167999ccd8Aa6C11A9e2fA37F0a" },
    ],
    registry: {
      Alpha: "0x5B190F9E2E721f8c811E4d584383E3d57b865C69",
      AlphaCommunityFeeCollector: "0xACC8d1B2a0007951fb4ed622ACB1C4fcCAbe778D",
      Router: "0x8947Ff0B317F7b1B6B81F7678CBA8D745B06866C",
      FixedPrice: "0xcE0F39abB6DA2aE4d072DA78FA0A711cBB62764E",
      ERC20Template: [
        "0x6BFd85ABC2E824D4b64d524c89e353D6a3598Db0",
        "0x50dDFD6F2dD02e94d42F6058E2fa28Be9e43D2BF",
      ],
      ERC721Template: ["0xC457Ae9f27E6a1DBdbA3A007895994c2542eC929"],
      Dispenser: "0xaB5B68F88Bc881CAA427007559E9bbF8818026dE",
      ERC721Factory: "0x2C4d542ff791890D9290Eec89C9348A4891A6Fd2",
    },
    portal: {
      network: "pontusx-testnet",
      // Shared with devnet.
      metadataCacheUri: "https://aquarius.pontus-x.eu",
      nodeUri: NODE_URI,
      providerUri: "https://provider.test.pontus-x.eu",
      subgraphUri: "https://subgraph.test.pontus-x.eu",
      explorerUri: EXPLORER_URI,
      alphaTokenSymbol: "OCEAN",
      providerAddress: "0x9546d39CE3E48BC942f0be4AA9652cBe0Aff3592",
    },
  },
} as const satisfies NetworkDefinition;

/** The published addresses of the test network (chain id 32457). */
export const testnetAddresses = /* @__PURE__ */ publishedAddresses(TESTNET);

/** The test network (chain id 32457) as a viem chain. */
export const testnet = {
  id: CHAIN_ID,
  name: NAME,
  nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
  rpcUrls: { default: { http: [NODE_URI] } },
  blockExplorers: {
    default: { name: "Pontus-X Testnet Explorer", url: EXPLORER_URI },
  },
  testnet: true,
  contracts: /* @__PURE__ */ chainContracts(testnetAddresses),
} as const satisfies Chain;
