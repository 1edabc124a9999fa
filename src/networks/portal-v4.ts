/** Portal fields that the reference defines alike on all networks. */
export const TRANSACTION_FIELDS = {
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
} as const;

/**
 * The addresses of a network's services. `variable` is the last part of the
 * environment or keystore variable that overrides the field.
 */
export const SERVICE_FIELDS = {
  metadataCacheUri: { type: "url", variable: "METADATA_CACHE_URI" },
  nodeUri: { type: "url", variable: "NODE_URI" },
  providerUri: { type: "url", variable: "PROVIDER_URI" },
  subgraphUri: { type: "url", variable: "SUBGRAPH_URI" },
  explorerUri: { type: "url", variable: "EXPLORER_URI" },
} as const;

/**
 * The backend components' URLs of a network whose portal config is of another
 * version than its backend.
 */
export const BACKEND_FIELDS = {
  metadataCacheUri: { type: "url", variable: "BACKEND_METADATA_CACHE_URI" },
  providerUri: { type: "url", variable: "BACKEND_PROVIDER_URI" },
  subgraphUri: { type: "url", variable: "BACKEND_SUBGRAPH_URI" },
} as const;

/** The portal config of devnet and testnet (reference, section 2.4). */
export const PORTAL_V4 = {
  chainId: { type: "integer", from: "chainId" },
  isDefault: { type: "boolean", from: "isDefault" },
  isCustom: { type: "boolean", value: true },
  network: { type: "string" },
  metadataCacheUri: SERVICE_FIELDS.metadataCacheUri,
  nodeUri: SERVICE_FIELDS.nodeUri,
  providerUri: SERVICE_FIELDS.providerUri,
  subgraphUri: SERVICE_FIELDS.subgraphUri,
  explorerUri: SERVICE_FIELDS.explorerUri,
  alphaTokenAddress: { type: "address", of: "contract", role: "token" },
  alphaTokenSymbol: { type: "string" },
  fixedRateExchangeAddress: {
    type: "address",
    of: "contract",
    role: "fixedPrice",
  },
  dispenserAddress: { type: "address", of: "contract", role: "dispenser" },
  ...TRANSACTION_FIELDS,
  nftFactoryAddress: {
    type: "address",
    of: "contract",
    role: "erc721Factory",
  },
  alphaCommunityFeeCollector: {
    type: "address",
    of: "contract",
    role: "communityFeeCollector",
  },
  providerAddress: { type: "address", of: "account" },
} as const;

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
