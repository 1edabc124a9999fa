import type {
  ContractRole,
  NetworkDefinition,
} from "../../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";

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

/** What the published book had until 2024, beside registry keys. */
const FORMER_NAMES: Partial<Readonly<Record<ContractRole, string>>> = {
  token: "OceanToken",
};

const ROLES = Object.keys(CONTRACT_NAMES).filter(isRole);

/**
 * The names under which a contract stands in address books, the one that is
 * written first. The published book has had `CommunityFeeCollector` and
 * `ERC20Templates` under whichever network, so a registry's keys count for all.
 */
export function namesOfRole(role: ContractRole): readonly string[] {
  const definitions: readonly NetworkDefinition[] =
    Object.values(NETWORK_DEFINITIONS);
  const keys = definitions.flatMap(({ registry }) =>
    Object.entries(registry)
      .filter(([, rule]) => rule.role === role)
      .map(([key]) => key),
  );
  const former = FORMER_NAMES[role];
  return [
    ...new Set([
      CONTRACT_NAMES[role],
      ...keys,
      ...(former === undefined ? [] : [former]),
    ]),
  ];
}

/** What a name of an address book is called where it is written anew. */
export function writtenName(name: string): string {
  const role = ROLES.find((candidate) => namesOfRole(candidate).includes(name));
  return role === undefined ? name : CONTRACT_NAMES[role];
}

function isRole(name: string): name is ContractRole {
  return Object.hasOwn(CONTRACT_NAMES, name);
}
