const REGISTRY_V4 = [
  ["Alpha", 0],
  ["AlphaCommunityFeeCollector", 0],
  ["Router", 0],
  ["FixedPrice", 0],
  ["ERC20Template", 2],
  ["ERC721Template", 1],
  ["Dispenser", 0],
  ["ERC721Factory", 0],
] as const;
const LIMITS_V4 = {
  transactionBlockTimeout: 50,
  transactionConfirmationBlocks: 1,
  transactionPollingTimeout: 750,
  gasFeeMultiplier: 1.1,
} as const;

/** The networks' reference, section by section, as its tables have it. */
export const REFERENCE = {
  devnet: {
    chainId: 32456,
    role: "development network",
    isDefault: false,
    registry: REGISTRY_V4,
    limits: { startBlock: 57428, ...LIMITS_V4 },
  },
  testnet: {
    chainId: 32457,
    role: "test network",
    isDefault: false,
    registry: REGISTRY_V4,
    limits: { startBlock: 82191, ...LIMITS_V4 },
  },
  third: {
    chainId: 100,
    role: "test network",
    isDefault: true,
    registry: [
      ["AlphaToken", 0],
      ["CommunityFeeCollector", 0],
      ["Router", 0],
      ["FixedPrice", 0],
      ["ERC20Templates", 2],
      ["ERC721Template", 1],
      ["Dispenser", 0],
      ["ERC721Factory", 0],
    ],
    limits: {
      startBlock: 1099,
      transactionBlockTimeout: 100,
      transactionConfirmationBlocks: 1,
      transactionPollingTimeout: 60000,
      gasFeeMultiplier: 1,
    },
  },
} as const;

/** Section 2.4: the fields of devnet's and testnet's portal config. */
export const PORTAL_FIELDS_V4 = [
  "chainId",
  "isDefault",
  "isCustom",
  "network",
  "metadataCacheUri",
  "nodeUri",
  "providerUri",
  "subgraphUri",
  "explorerUri",
  "alphaTokenAddress",
  "alphaTokenSymbol",
  "fixedRateExchangeAddress",
  "dispenserAddress",
  "startBlock",
  "transactionBlockTimeout",
  "transactionConfirmationBlocks",
  "transactionPollingTimeout",
  "gasFeeMultiplier",
  "nftFactoryAddress",
  "alphaCommunityFeeCollector",
  "providerAddress",
] as const;

/** Section 2.5: the fields of the third network's portal config. */
export const PORTAL_FIELDS_V3 = [
  "chainId",
  "networkId",
  "name",
  "network",
  "isDefault",
  "dispenserAddress",
  "factoryAddress",
  "fixedRateExchangeAddress",
  "metadataContractAddress",
  "BFactory",
  "explorerUri",
  "metadataCacheUri",
  "nodeUri",
  "providerUri",
  "subgraphUri",
  "alphaTokenAddress",
  "alphaTokenSymbol",
  "startBlock",
  "transactionBlockTimeout",
  "transactionConfirmationBlocks",
  "transactionPollingTimeout",
  "gasFeeMultiplier",
] as const;
