import type { NetworkDefinition } from "./definition.ts";

import {
  BACKEND_FIELDS,
  SERVICE_FIELDS,
  TRANSACTION_FIELDS,
} from "./portal-v4.ts";

/**
 * The third network. Its chain id is Gnosis Chain's too, so nothing may
 * identify this network by its chain id alone.
 */
export const THIRD = {
  values: {
    chainId: 100,
    networkId: 100,
    isDefault: true,
    startBlock: 1099,
    transactionBlockTimeout: 100,
    transactionConfirmationBlocks: 1,
    transactionPollingTimeout: 60000,
    gasFeeMultiplier: 1,
  },
  // A minute: in seconds it would be most of a day.
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
  feeTokenSymbol: "GX",
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
    dispenserAddress: { type: "address", of: "contract" },
    factoryAddress: { type: "address", of: "contract" },
    fixedRateExchangeAddress: { type: "address", of: "contract" },
    metadataContractAddress: { type: "address", of: "contract" },
    BFactory: { type: "address", of: "contract" },
    explorerUri: SERVICE_FIELDS.explorerUri,
    metadataCacheUri: SERVICE_FIELDS.metadataCacheUri,
    nodeUri: SERVICE_FIELDS.nodeUri,
    providerUri: SERVICE_FIELDS.providerUri,
    subgraphUri: SERVICE_FIELDS.subgraphUri,
    alphaTokenAddress: {
      type: "address",
      of: "contract",
      role: "token",
    },
    alphaTokenSymbol: { type: "string" },
    ...TRANSACTION_FIELDS,
  },
  backend: BACKEND_FIELDS,
} as const satisfies NetworkDefinition;
