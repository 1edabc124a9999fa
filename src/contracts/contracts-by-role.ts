import type { ContractRole } from "../networks/definition.ts";
import type { ContractName } from "./contract-artifact.ts";

/** The contract that stands at a role's address, or at each of its addresses. */
export const CONTRACTS_BY_ROLE = {
  token: "OceanToken",
  communityFeeCollector: "OPFCommunityFeeCollector",
  router: "FactoryRouter",
  fixedPrice: "FixedRateExchange",
  dispenser: "Dispenser",
  erc721Factory: "ERC721Factory",
  erc20Templates: ["ERC20Template", "ERC20TemplateEnterprise"],
  erc721Templates: ["ERC721Template"],
} as const satisfies Record<
  ContractRole,
  ContractName | readonly ContractName[]
>;
