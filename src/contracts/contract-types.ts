import type { ContractRole } from "../networks/definition.ts";
import type { ContractType } from "./contract-type.ts";
import { COMMUNITY_FEE_COLLECTOR } from "./types/community-fee-collector.ts";
import { DISPENSER } from "./types/dispenser.ts";
import { ERC20_TEMPLATES } from "./types/erc20-templates.ts";
import { ERC721_FACTORY } from "./types/erc721-factory.ts";
import { ERC721_TEMPLATES } from "./types/erc721-templates.ts";
import { FIXED_PRICE } from "./types/fixed-price.ts";
import { ROUTER } from "./types/router.ts";
import { TOKEN } from "./types/token.ts";

/** Every type of contract, in the order in which their facts are reported. */
export const CONTRACT_TYPES: readonly ContractType[] = [
  ROUTER,
  ERC721_FACTORY,
  FIXED_PRICE,
  DISPENSER,
  COMMUNITY_FEE_COLLECTOR,
  ERC721_TEMPLATES,
  ERC20_TEMPLATES,
  TOKEN,
];

/** The type of the contracts with a role in a registry. */
export function typeOfRole(role: ContractRole): ContractType | undefined {
  return CONTRACT_TYPES.find((type) => type.role === role);
}

/** Every contract that is of a type, the usual ones first. */
export function contractsOfType({
  contracts,
  others = [],
}: Pick<ContractType, "contracts" | "others">): readonly string[] {
  return [...[contracts].flat(), ...others];
}
