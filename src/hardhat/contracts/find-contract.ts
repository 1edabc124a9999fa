import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import {
  lookUpAddress,
  type RegistryEntry,
  registryEntries,
} from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { ContractName } from "../../contracts/contract-artifact.ts";
import { CONTRACTS_BY_ROLE } from "../../contracts/contract-artifact.ts";

/** One contract of a network: what it is, and where the registry has it. */
export interface FoundContract {
  readonly contract: ContractName;
  /** As messages call it, such as `ERC20Template[1]`. */
  readonly label: string;
  /**
   * @throws HardhatPluginError if nobody gives the address.
   */
  registered(): Address;
}

/**
 * The contract at a registry key or a role, and at an index of a list.
 *
 * @throws HardhatPluginError on an unknown key, and a missing or wrong index.
 */
export function findContract(
  network: ResolvedAlphaNetwork,
  keyOrRole: string,
  index: number | undefined,
): FoundContract {
  const { key, role } = registryEntry(network, keyOrRole);
  const contracts: ContractName | readonly ContractName[] =
    CONTRACTS_BY_ROLE[role];
  if (typeof contracts === "string") {
    if (index !== undefined) {
      throw alphaError(
        `${keyOrRole} of ${network.name} is one contract, not a list: leave out the index ${String(index)}.`,
      );
    }
    return {
      contract: contracts,
      label: keyOrRole,
      registered: () => lookUpAddress(network, key, undefined),
    };
  }
  // Untyped callers may pass the name of an array's property.
  const contract = typeof index === "number" ? contracts[index] : undefined;
  if (contract === undefined) {
    throw alphaError(
      `${keyOrRole} of ${network.name} is a list of ${contracts.length}: give an index from 0 to ${contracts.length - 1}${index === undefined ? "" : `, not ${String(index)}`}.`,
    );
  }
  return {
    contract,
    label: `${keyOrRole}[${index}]`,
    registered: () => lookUpAddress(network, key, index),
  };
}

function registryEntry(
  network: ResolvedAlphaNetwork,
  keyOrRole: string,
): RegistryEntry {
  const entries = registryEntries(network);
  const found =
    entries.find(({ key }) => key === keyOrRole) ??
    entries.find(({ role }) => role === keyOrRole);
  if (found === undefined) {
    throw alphaError(
      `${network.name} has no contract ${JSON.stringify(String(keyOrRole))}. By registry key: ${entries.map(({ key }) => key).join(", ")}. By role: ${entries.map(({ role }) => role).join(", ")}.`,
    );
  }
  return found;
}
