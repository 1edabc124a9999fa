import type { ValueSource } from "../contracts/contract-type.ts";
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
  /** The getter of the router, or those of the factory, which has the lists. */
  readonly source: Exclude<ValueSource, { readonly slot: string }>;
  /** Whether each must name the router. */
  readonly namesRouter?: boolean;
}

/** The router's getter of the factory, which names the templates. */
export const FACTORY = { view: ROUTER.references.factory.view };
/** What names the router: the factory, an exchange or a dispenser. */
export const NAMED_ROUTER = ERC721_FACTORY.references.router.view;
export const TEMPLATE_ID = { view: ERC20_TEMPLATES.constants.id.view };

/** The rule of each role but the router's, which everything is named by. */
export const NAMING: readonly NamingRule[] = [
  {
    role: "communityFeeCollector",
    fact: "router.opcCollector",
    source: { view: COMMUNITY_FEE_COLLECTOR.mentions.opcCollector.view },
  },
  {
    role: "fixedPrice",
    fact: "router.exchanges",
    source: ROUTER.privileged.exchanges.source,
    namesRouter: true,
  },
  {
    role: "erc20Templates",
    fact: "factory.tokenTemplates",
    source: ERC721_FACTORY.privileged.tokenTemplates.source,
  },
  {
    role: "erc721Templates",
    fact: "factory.nftTemplates",
    source: ERC721_FACTORY.privileged.nftTemplates.source,
  },
  {
    role: "dispenser",
    fact: "router.dispensers",
    source: ROUTER.privileged.dispensers.source,
    namesRouter: true,
  },
  {
    role: "erc721Factory",
    fact: "router.factory",
    source: FACTORY,
    namesRouter: true,
  },
  {
    role: "token",
    fact: "router.approvedTokens",
    source: ROUTER.privileged.approvedTokens.source,
  },
];

/** The rule of a role; `undefined` for the router. */
export function namingOf(role: ContractRole): NamingRule | undefined {
  return NAMING.find((rule) => rule.role === role);
}

/** Whether the factory names the contracts of a role, each at an index from 1. */
export function isList({ source }: NamingRule): boolean {
  return "count" in source;
}

/** The key of tokens, which the address book has no name for. */
const APPROVED_TOKEN = "approvedToken";

/** The key of a contract with a role in the report. */
export function keyOf(role: ContractRole): string {
  return role === "token" ? APPROVED_TOKEN : CONTRACT_NAMES[role];
}

/** The role of a contract with a {@link keyOf}. */
export function roleOf(key: string): ContractRole {
  return ROLES.find((role) => CONTRACT_NAMES[role] === key) ?? "token";
}
