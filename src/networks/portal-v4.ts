// Without spreads or property reads: bundlers drop these constants from front ends
// that import the chains alone.

/** The registry of devnet and testnet (reference, section 2.3). */
export const REGISTRY_V4 = {
  Alpha: { role: "token" },
  AlphaCommunityFeeCollector: { role: "communityFeeCollector" },
  Router: { role: "router" },
  FixedPrice: { role: "fixedPrice" },
  ERC20Template: { role: "erc20Templates", length: 2 },
  ERC721Template: { role: "erc721Templates", length: 1 },
  Dispenser: { role: "dispenser" },
  ERC721Factory: { role: "erc721Factory" },
} as const;

/** The portal config of devnet and testnet (reference, section 2.4). */
export const PORTAL_V4 = {
  chainId: { type: "integer", from: "chainId" },
  isDefault: { type: "boolean", from: "isDefault" },
  isCustom: { type: "boolean", value: true },
  network: { type: "string" },
  metadataCacheUri: { type: "url", variable: "METADATA_CACHE_URI" },
  nodeUri: { type: "url", variable: "NODE_URI" },
  providerUri: { type: "url", variable: "PROVIDER_URI" },
  subgraphUri: { type: "url", variable: "SUBGRAPH_URI" },
  explorerUri: { type: "url", variable: "EXPLORER_URI" },
  alphaTokenAddress: { type: "address", role: "token" },
  alphaTokenSymbol: { type: "string" },
  fixedRateExchangeAddress: { type: "address", role: "fixedPrice" },
  dispenserAddress: { type: "address", role: "dispenser" },
  startBlock: { type: "integer", from: "startBlock" },
  transactionBlockTimeout: { type: "integer", from: "transactionBlockTimeout" },
  transactionConfirmationBlocks: {
    type: "integer",
    from: "transactionConfirmationBlocks",
  },
  transactionPollingTimeout: {
    type: "integer",
    from: "transactionPollingTimeout",
  },
  gasFeeMultiplier: { type: "number", from: "gasFeeMultiplier" },
  nftFactoryAddress: { type: "address", role: "erc721Factory" },
  alphaCommunityFeeCollector: {
    type: "address",
    role: "communityFeeCollector",
  },
  providerAddress: { type: "address" },
} as const;
