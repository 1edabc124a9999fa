import type { ContractType, ValueSource } from "../contracts/contract-type.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import { ROUTER } from "../contracts/types/router.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES, ROLES } from "../sources/address-book/names.ts";

/** How the router or its factory names the contracts of a role. */
export interface Naming {
  readonly role: ContractRole;
  /**
   * Set if the factory names them, each at an index from 1; otherwise the router does.
   */
  readonly isList: boolean;
  /** The id of the fact with the named contracts. */
  readonly fact: string;
  readonly source: ValueSource;
}

/** In the order of the report. */
const NAMED_ROLES: readonly ContractRole[] = [
  "communityFeeCollector",
  "fixedPrice",
  "erc20Templates",
  "erc721Templates",
  "dispenser",
  "erc721Factory",
  "token",
];

/** How each role but the router's is named, by the contract types. */
export const NAMINGS: readonly Naming[] = NAMED_ROLES.flatMap((role) => [
  ...namingsBy(ROUTER, role),
  ...namingsBy(ERC721_FACTORY, role),
]);

/** The values of a contract type that name the contracts of a role. */
function namingsBy(namer: ContractType, role: ContractRole): Naming[] {
  const found: Naming[] = [];
  const add = (name: string, source: ValueSource) =>
    found.push({
      role,
      isList: namer === ERC721_FACTORY,
      fact: `${namer.prefix}.${name}`,
      source,
    });
  for (const [name, reference] of Object.entries(namer.references ?? {})) {
    if (reference.type === role) {
      add(name, { view: reference.view });
    }
  }
  const { mentions = {} } = typeOfRole(role);
  for (const [name, { by, form, view }] of Object.entries(mentions)) {
    if (by === namer.role && form === "address") {
      add(name, { view });
    }
  }
  for (const [name, value] of Object.entries(namer.privileged ?? {})) {
    // Approved tokens have no type, since most of them are of no release.
    const named = name === "approvedTokens" ? "token" : value.type;
    if (named === role) {
      add(name, value.source);
    }
  }
  return found;
}

/** How the contracts of a role are named; `undefined` for the router. */
export function namingOf(role: ContractRole): Naming | undefined {
  return NAMINGS.find((naming) => naming.role === role);
}

/** Returns whether the contracts of a role name their router. */
export function namesRouter(role: ContractRole): boolean {
  const { references = {} } = typeOfRole(role);
  return Object.values(references).some(({ type }) => type === "router");
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
