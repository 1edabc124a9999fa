import { alphaError } from "../../base/errors.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  lookUpAddress,
  type RegistryEntry,
  registryEntries,
} from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { ContractName } from "../../contracts/contract-artifact.ts";
import { CONTRACTS_BY_ROLE } from "../../contracts/contract-artifact.ts";
import { keyOfSameRole } from "../../networks/definitions.ts";

/**
 * Finds a contract by registry key or role, and by index if that holds a list: its
 * type, its name in messages, such as `ERC20Template[1]`, and its address in the
 * registry, which throws if that is not set.
 *
 * @throws HardhatPluginError if the key is unknown, or the index is missing or
 * out of range.
 */
export function findContract(
  network: ResolvedAlphaNetwork,
  keyOrRole: string,
  index: number | undefined,
) {
  const { key, role } = registryEntry(network, keyOrRole);
  const subject = `${keyOrRole} of ${network.name}`;
  const contracts: ContractName | readonly ContractName[] =
    CONTRACTS_BY_ROLE[role];
  const isList = typeof contracts !== "string";
  if (!isList && index !== undefined) {
    throw alphaError(
      `${subject} is one address, not a list: remove the index ${String(index)}.`,
    );
  }
  // JavaScript callers may pass the name of an array property.
  const listed =
    isList && typeof index === "number" ? contracts[index] : undefined;
  const contract = isList ? listed : contracts;
  if (contract === undefined) {
    throw alphaError(
      `${subject} is a list, and the ABIs of its first ${contracts.length} contracts are known: pass an index from 0 to ${contracts.length - 1}${index === undefined ? "" : `, not ${String(index)}`}.`,
    );
  }
  return {
    contract,
    label: isList ? `${keyOrRole}[${index}]` : keyOrRole,
    registeredAddress: () => lookUpAddress(network, key, index),
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
    const given = String(keyOrRole);
    const wanted = keyOfSameRole(network.definition, given) ?? given;
    const keys = entries.map(({ key }) => key);
    const roles = entries.map(({ role }) => role);
    const suggestion = didYouMean(wanted, keys) || didYouMean(wanted, roles);
    throw alphaError(
      `${network.name} has no contract ${JSON.stringify(given)}. ${suggestion}Use a registry key (${keys.join(", ")}) or a role (${roles.join(", ")}).`,
    );
  }
  return found;
}
