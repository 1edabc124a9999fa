import type { ContractRole } from "../networks/definition.ts";
import type { ContractInterface, ContractType } from "./contract-type.ts";
import { ERC721_FACTORY } from "./types/erc721-factory.ts";
import { DISPENSER, FIXED_PRICE } from "./types/exchanges.ts";
import { COMMUNITY_FEE_COLLECTOR } from "./types/fee-collectors.ts";
import { ROUTER } from "./types/router.ts";
import { ERC20_TEMPLATES, ERC721_TEMPLATES } from "./types/templates.ts";
import { TIMELOCK_CONTROLLER } from "./types/timelock.ts";
import { FIAT_TOKEN, TOKEN } from "./types/token.ts";

/** Every type of contract by its role, in the order in which their facts are reported. */
export const TYPES_BY_ROLE = {
  router: ROUTER,
  erc721Factory: ERC721_FACTORY,
  fixedPrice: FIXED_PRICE,
  dispenser: DISPENSER,
  communityFeeCollector: COMMUNITY_FEE_COLLECTOR,
  erc721Templates: ERC721_TEMPLATES,
  erc20Templates: ERC20_TEMPLATES,
  token: TOKEN,
} as const satisfies Record<ContractRole, ContractType>;

/** Every type of contract, in the order in which their facts are reported. */
export const CONTRACT_TYPES: readonly (ContractType & {
  readonly role: ContractRole;
})[] = Object.values(TYPES_BY_ROLE);

/** Contracts that are only known by their functions. */
export const CONTRACT_INTERFACES: readonly ContractInterface[] = [
  TIMELOCK_CONTROLLER,
  FIAT_TOKEN,
];

/** The type of the contracts with a role in a registry. */
export function typeOfRole(role: ContractRole): ContractType {
  return TYPES_BY_ROLE[role];
}

/** Every contract that is of a type, the usual ones first. */
export function contractsOfType({
  contracts,
  others = [],
}: Pick<ContractType, "contracts" | "others">): readonly string[] {
  return [...[contracts].flat(), ...others];
}
