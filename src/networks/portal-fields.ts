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
