import type { ContractRole } from "../networks/definition.ts";

/** What the address book of `@oceanprotocol/contracts` calls each role. */
export const CONTRACT_NAMES: Readonly<Record<ContractRole, string>> = {
  token: "Ocean",
  communityFeeCollector: "OPFCommunityFeeCollector",
  router: "Router",
  fixedPrice: "FixedPrice",
  erc20Templates: "ERC20Template",
  erc721Templates: "ERC721Template",
  dispenser: "Dispenser",
  erc721Factory: "ERC721Factory",
};
