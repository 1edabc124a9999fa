import type {
  ContractRole,
  NetworkDefinition,
} from "../../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";

/** The names of the roles in the address book of `@oceanprotocol/contracts`. */
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

/** Names in the published address book until 2024 that are not registry keys. */
const FORMER_NAMES: Partial<Record<ContractRole, readonly string[]>> = {
  token: ["OceanToken"],
};

export const ROLES = Object.keys(CONTRACT_NAMES).filter(isRole);

/** True if a role has a list of addresses, and not one. */
export function isListRole(role: ContractRole): boolean {
  return role === "erc20Templates" || role === "erc721Templates";
}

/**
 * The names of a contract in address books, beginning with the one that is written.
 * They include the registry keys of all networks: the published address book has had
 * `CommunityFeeCollector` and `ERC20Templates` in the entries of several networks.
 */
export function namesOfRole(role: ContractRole): readonly string[] {
  const definitions: readonly NetworkDefinition[] =
    Object.values(NETWORK_DEFINITIONS);
  const keys = definitions.flatMap(({ registry }) =>
    Object.entries(registry)
      .filter(([, rule]) => rule.role === role)
      .map(([key]) => key),
  );
  const former = FORMER_NAMES[role] ?? [];
  return [...new Set([CONTRACT_NAMES[role], ...keys, ...former])];
}

/** The role of a contract with a name in address books. */
export function roleNamed(name: string): ContractRole | undefined {
  return ROLES.find((role) => namesOfRole(role).includes(name));
}

/** The name that replaces a name of an address book when it is written. */
export function writtenName(name: string): string {
  const role = roleNamed(name);
  return role === undefined ? name : CONTRACT_NAMES[role];
}

function isRole(name: string): name is ContractRole {
  return Object.hasOwn(CONTRACT_NAMES, name);
}
