// Sources of the public values:
// - deltaDAO/pontus-x-docs, docs/Development/quick_start.md, 2024-07-26: v4 registry,
//   v3 portal config, tokens, v4 backend components. Its token table lists devnet's
//   Alpha token; its registry and portal config agree on the address below, which the
//   registry spells without a checksum.
// - deltaDAO/mvg-portal, chains.config.js, 2024: the other version of the portal config
// - @oceanprotocol/contracts 2.6.0, addresses/address.json, the entry gen-x-testnet:
//   registry
// - deltaDAO/mvg-portal, networksMetadata.config.js, 2024-02-29: its metadata
// The public portal removed the network on 2024-10-25: its endpoints may be offline.

import type { Chain } from "viem";
import type { NetworkDefinition } from "./definition.ts";
import { PORTAL_V4 } from "./portal-v4.ts";
import { chainContracts, publishedAddresses } from "./published-addresses.ts";

const CHAIN_ID = 100;
const NAME = "GEN-X";
const FEE_TOKEN = "GX";
const NODE_URI = "https://rpc.genx.minimal-gaia-x.eu";

/**
 * The third network. Its chain id is Gnosis Chain's too, so nothing may
 * identify this network by its chain id alone.
 */
export const THIRD = {
  values: {
    chainId: CHAIN_ID,
    networkId: CHAIN_ID,
    isDefault: true,
    startBlock: 1099,
    transactionBlockTimeout: 100,
    transactionConfirmationBlocks: 1,
    transactionPollingTimeout: 60000,
    gasFeeMultiplier: 1,
  },
  // One minute; in seconds it would be 17 hours.
  transactionPollingTimeoutUnit: "milliseconds",
  role: "test network",
  versions: { registry: "v4", portal: "v3", backend: "v4" },
  chainsWithSameId: [
    {
      name: "Gnosis Chain",
      genesisHash:
        "0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756",
      currencySymbol: "XDAI",
    },
  ],
  feeTokenSymbol: FEE_TOKEN,
  names: ["gen-x-testnet", "genx", "genxtestnet", "gen-x", "GEN-X Testnet"],
  metadata: { chain: "GEN-X", name: "GEN-X Testnet" },
  // The block of the v4 registry's router, in the published book. The startBlock
  // above is that of the v3 portal config, which it must not replace.
  addressBook: { key: "gen-x-testnet", startBlock: 3_665_369 },
  registry: {
    AlphaToken: { role: "token" },
    CommunityFeeCollector: { role: "communityFeeCollector" },
    Router: { role: "router" },
    FixedPrice: { role: "fixedPrice" },
    ERC20Templates: { role: "erc20Templates", length: 2 },
    ERC721Template: { role: "erc721Templates", length: 1 },
    Dispenser: { role: "dispenser" },
    ERC721Factory: { role: "erc721Factory" },
  },
  portal: {
    chainId: { type: "integer", from: "chainId" },
    networkId: { type: "integer", from: "networkId" },
    name: { type: "string", from: "displayName" },
    network: { type: "string" },
    isDefault: { type: "boolean", from: "isDefault" },
    dispenserAddress: { type: "address", v3Contract: "Dispenser" },
    factoryAddress: { type: "address", v3Contract: "DTFactory" },
    fixedRateExchangeAddress: {
      type: "address",
      v3Contract: "FixedRateExchange",
    },
    metadataContractAddress: { type: "address", v3Contract: "Metadata" },
    BFactory: { type: "address", v3Contract: "BFactory" },
    explorerUri: {
      type: "url",
      variable: "EXPLORER_URI",
      endsWithSlash: true,
    },
    metadataCacheUri: {
      type: "url",
      variable: "METADATA_CACHE_URI",
      endsWithSlash: true,
    },
    nodeUri: { type: "url", variable: "NODE_URI" },
    providerUri: { type: "url", variable: "PROVIDER_URI" },
    subgraphUri: { type: "url", variable: "SUBGRAPH_URI" },
    alphaTokenAddress: { type: "address", role: "token" },
    alphaTokenSymbol: { type: "string" },
    startBlock: { type: "integer", from: "startBlock" },
    transactionBlockTimeout: {
      type: "integer",
      from: "transactionBlockTimeout",
    },
    transactionConfirmationBlocks: {
      type: "integer",
      from: "transactionConfirmationBlocks",
    },
    transactionPollingTimeout: {
      type: "integer",
      from: "transactionPollingTimeout",
    },
    gasFeeMultiplier: { type: "number", from: "gasFeeMultiplier" },
  },
  otherPortal: {
    version: "v4",
    fields: PORTAL_V4,
    transactionPollingTimeoutUnit: "seconds",
  },
  backend: {
    metadataCacheUri: { type: "url", variable: "BACKEND_METADATA_CACHE_URI" },
    providerUri: { type: "url", variable: "BACKEND_PROVIDER_URI" },
    subgraphUri: { type: "url", variable: "BACKEND_SUBGRAPH_URI" },
  },
  preset: {
    displayName: NAME,
    nativeCurrency: { name: FEE_TOKEN, symbol: FEE_TOKEN, decimals: 18 },
    // No symbol or decimals of the euro token were published and verified.
    tokens: {
      euro: {
        name: "EUROe",
        address: "0xe974c4894996E012399dEDbda0bE7314a73BBff1",
      },
      alpha: { name: "Ocean" },
    },
    registry: {
      AlphaToken: "0x0995527d3473b3A98C471f1ED8787ACD77fBF009",
      CommunityFeeCollector: "0x2e0C9e15A45c9884F7768BB852E7399B9153525d",
      Router: "0x7A3C9F0729AB93e4F9945221168A56eCf450187D",
      FixedPrice: "0xAD8E7d2aFf5F5ae7c2645a52110851914eE6664b",
      ERC20Templates: [
        "0xA7D7Cb8dDd46c1B13e9Ccab2fA7D4fC5926f0348",
        "0x7fEcdEDaE245d3AD5ad93c6Df9603d06887786e8",
      ],
      ERC721Template: ["0x2CBCD3b10783378e34209B760e5A70531198f65E"],
      Dispenser: "0x94cb8FC8719Ed09bE3D9c696d2037EA95ef68d3e",
      ERC721Factory: "0x6cb85858183B82154921f68b434299EC4281da53",
    },
    portal: {
      network: "genxtestnet",
      dispenserAddress: "0x2a39940D98A4f9D01Ff0738c8420F360435b6A59",
      factoryAddress: "0x325c09E2093C56AbDc86c5ccD68c77952e8034Af",
      fixedRateExchangeAddress: "0x69Df9594E6A30a5751D170093059E7adb3Bf5e92",
      metadataContractAddress: "0xfA89407778041EF51B9e1aA16Ff85bDf908D17e6",
      BFactory: "0x7da756d49DFECb750B5ABa51c04088f257c3f8B4",
      explorerUri: "https://explorer.genx.minimal-gaia-x.eu/",
      metadataCacheUri: "https://aquarius.delta-dao.com/",
      nodeUri: NODE_URI,
      providerUri: "https://provider.genx.delta-dao.com",
      subgraphUri: "https://subgraph.genx.minimal-gaia-x.eu",
      alphaTokenSymbol: "OCEAN",
    },
    backend: {
      providerUri: "https://provider.v4.genx.delta-dao.com",
      metadataCacheUri: "https://aquarius510.v4.delta-dao.com",
      subgraphUri: "https://subgraph.v4.genx.minimal-gaia-x.eu",
    },
    // Seconds, unlike the time-out above.
    otherPortal: {
      startBlock: 3_665_369,
      transactionBlockTimeout: 50,
      transactionPollingTimeout: 750,
      gasFeeMultiplier: 1.1,
      providerAddress: "0x68C24FA5b2319C81b34f248d1f928601D2E5246B",
    },
  },
} as const satisfies NetworkDefinition;

/** The published addresses of the third network. */
export const thirdAddresses = /* @__PURE__ */ publishedAddresses(THIRD);

/**
 * The third network as a viem chain. Its chain id 100 is also Gnosis Chain's,
 * whose contracts (multicall3 among them) are not on this network. A
 * transaction that is signed for one of the two is valid on the other.
 */
export const third = {
  id: CHAIN_ID,
  name: NAME,
  nativeCurrency: { name: FEE_TOKEN, symbol: FEE_TOKEN, decimals: 18 },
  rpcUrls: { default: { http: [NODE_URI] } },
  blockExplorers: {
    default: {
      name: "GEN-X Explorer",
      url: "https://explorer.genx.minimal-gaia-x.eu",
    },
  },
  testnet: true,
  contracts: /* @__PURE__ */ chainContracts(thirdAddresses),
} as const satisfies Chain;
