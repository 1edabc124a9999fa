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
