import type { View } from "../contracts/contract-type.ts";
import { COMMUNITY_FEE_COLLECTOR } from "../contracts/types/community-fee-collector.ts";
import { ERC20_TEMPLATES } from "../contracts/types/erc20-templates.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import { ROUTER } from "../contracts/types/router.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES, ROLES } from "../sources/address-book/names.ts";

/** Who names the contracts of a role, and what else must hold of each. */
export interface NamingRule {
  readonly role: Exclude<ContractRole, "router">;
  /** The id of the fact with the contracts that are named. */
  readonly fact: string;
  /** The getter of the router; without one, the factory names them. */
  readonly call?: View;
  /** The getters of the factory, whose index begins at 1. */
  readonly list?: Readonly<Record<"count" | "item", View>>;
  /** Whether each must name the router. */
  readonly namesRouter?: boolean;
}

/** The router's getter of the factory, which names the templates. */
export const FACTORY = ROUTER.references.factory.view;
/** What names the router: the factory, an exchange or a dispenser. */
export const NAMED_ROUTER = ERC721_FACTORY.references.router.view;
export const TEMPLATE_ID = ERC20_TEMPLATES.constants.id.view;

/** The rule of each role but the router's, which everything is named by. */
export const NAMING: readonly NamingRule[] = [
  {
    role: "communityFeeCollector",
    fact: "router.opcCollector",
    call: COMMUNITY_FEE_COLLECTOR.mentions.opcCollector.view,
  },
  {
    role: "fixedPrice",
    fact: "router.exchanges",
    call: ROUTER.privileged.exchanges.source.view,
    namesRouter: true,
  },
  {
    role: "erc20Templates",
    fact: "factory.tokenTemplates",
    list: ERC721_FACTORY.privileged.tokenTemplates.source,
  },
  {
    role: "erc721Templates",
    fact: "factory.nftTemplates",
    list: ERC721_FACTORY.privileged.nftTemplates.source,
  },
  {
    role: "dispenser",
    fact: "router.dispensers",
    call: ROUTER.privileged.dispensers.source.view,
    namesRouter: true,
  },
  {
    role: "erc721Factory",
    fact: "router.factory",
    call: FACTORY,
    namesRouter: true,
  },
  {
    role: "token",
    fact: "router.approvedTokens",
    call: ROUTER.privileged.approvedTokens.source.view,
  },
];

/** The rule of a role; `undefined` for the router. */
export function namingOf(role: ContractRole): NamingRule | undefined {
  return NAMING.find((rule) => rule.role === role);
}

/** The role of a contract by its name in address books; `undefined` for other tokens. */
export function roleOf(key: string): ContractRole | undefined {
  return ROLES.find((role) => CONTRACT_NAMES[role] === key);
}
