import { SERVICE_FIELDS, TRANSACTION_FIELDS } from "./portal-fields.ts";

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
  alphaTokenAddress: { type: "address", of: "contract", registry: "Alpha" },
  alphaTokenSymbol: { type: "string" },
  fixedRateExchangeAddress: {
    type: "address",
    of: "contract",
    registry: "FixedPrice",
  },
  dispenserAddress: { type: "address", of: "contract", registry: "Dispenser" },
  ...TRANSACTION_FIELDS,
  nftFactoryAddress: {
    type: "address",
    of: "contract",
    registry: "ERC721Factory",
  },
  alphaCommunityFeeCollector: {
    type: "address",
    of: "contract",
    registry: "AlphaCommunityFeeCollector",
  },
  providerAddress: { type: "address", of: "account" },
} as const;
