import type { HardhatConfig } from "hardhat/types/config";
import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { explain } from "../../base/problems.ts";
import type { Decoded } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  describeIndex,
  lookUpAddress,
  ownAddresses,
  ownContracts,
  type RegistryEntry,
  registryEntries,
} from "../../config/contracts.ts";
import { unsetMessage } from "../../config/network-values.ts";
import {
  type ResolvedAlphaNetwork,
  TOKEN_KINDS,
  type TokenKind,
} from "../../config/types.ts";
import { askNetworks } from "../../connect/ask-networks.ts";
import {
  type NodeConnection,
  reachConnection,
} from "../../connect/select-networks.ts";
import {
  CONTRACTS_BY_ROLE,
  type ContractName,
} from "../../contracts/contract-artifact.ts";
import { keyOfSameRole } from "../../networks/definitions.ts";
import { ask } from "../../rpc/ask.ts";
import { type AccountCode, decodeCode } from "../../rpc/decode-values.ts";
import { forkStateRemedy } from "../transactions/request-node.ts";

/** The name of the contract of any payment token. */
export const ERC20 = "ERC20";

/**
 * Finds a contract by the name of the project's own, registry key, role or kind of payment
 * token, and by index if that holds a list: its type, its name in messages, such as
 * `ERC20Template[1]`, and its registered address, which throws if that is not set.
 *
 * @throws HardhatPluginError if the key is unknown, or the index is missing or
 * out of range.
 */
export function findContract(
  network: ResolvedAlphaNetwork,
  keyOrRole: string,
  index: number | undefined,
) {
  const own = ownContracts(network).find(({ key }) => key === keyOrRole);
  const kind = TOKEN_KINDS.find((candidate) => candidate === keyOrRole);
  const entry =
    own === undefined && kind === undefined
      ? registryEntry(network, keyOrRole)
      : undefined;
  const contracts: typeof ERC20 | ContractName | readonly ContractName[] =
    entry === undefined ? ERC20 : CONTRACTS_BY_ROLE[entry.role];
  const subject = `${keyOrRole} of ${network.name}`;
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
      `${subject} is a list, and the ABIs of its first ${contracts.length} contracts are known: pass an index from 0 to ${contracts.length - 1}${index === undefined ? "" : `, not ${describeIndex(index)}`}.`,
    );
  }
  return {
    own,
    contract,
    label: isList ? `${keyOrRole}[${index}]` : keyOrRole,
    registeredAddress: () => {
      if (own === undefined && kind !== undefined) {
        return tokenAddress(network, kind);
      }
      return lookUpAddress(network, entry?.key ?? keyOrRole, index);
    },
  };
}

/** @throws HardhatPluginError if there is no such token, or its address is not set. */
export function tokenAddress(
  { name, tokens }: Pick<ResolvedAlphaNetwork, "name" | "tokens">,
  kind: TokenKind,
): Address {
  // JavaScript callers may pass any name.
  if (!Object.hasOwn(tokens, kind)) {
    throw alphaError(
      `Unknown token "${String(kind)}". Valid names: ${TOKEN_KINDS.join(", ")}.`,
    );
  }
  const { address } = tokens[kind];
  if (address === undefined) {
    throw alphaError(unsetMessage(name, `tokens.${kind}.address`));
  }
  return address;
}

/** The error for what is neither the name of a token nor an address. */
export function unknownToken(given: string, names: readonly string[]) {
  const begun = names.find((name) => given !== "" && name.startsWith(given));
  return alphaError(
    `Unknown token ${JSON.stringify(given)}. ${didYouMean(begun ?? given, names)}Valid keys: ${names.join(", ")}, and the addresses of ERC-20 contracts.`,
  );
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
    const keys = [
      ...entries.map(({ key }) => key),
      ...Object.keys(ownAddresses(network)),
    ];
    const roles = entries.map(({ role }) => role);
    const suggestion = didYouMean(wanted, keys) || didYouMean(wanted, roles);
    throw alphaError(
      `${network.name} has no contract ${JSON.stringify(given)}. ${suggestion}Use a registry key (${keys.join(", ")}), a role (${roles.join(", ")}) or a payment token (${TOKEN_KINDS.join(", ")}).`,
    );
  }
  return found;
}

/**
 * Validates an address that a caller passed.
 *
 * @param subject What it is the address of, for messages.
 * @param hint What to do if it is no address.
 * @throws HardhatPluginError if it is none, or has a wrong checksum.
 */
export async function parseAddress(
  subject: string,
  value: unknown,
  hint = "",
): Promise<Address> {
  if (!isAddress(value)) {
    throw alphaError(
      `${subject} is ${value === undefined ? "undefined" : "invalid"}: expected 0x and 40 hexadecimal digits.${hint}`,
    );
  }
  if (!(await hasValidChecksum(value))) {
    throw alphaError(
      `${subject} ${value} has a wrong checksum (EIP-55): a digit or its case is wrong. Check the address, or pass it in lower case if it is right.`,
    );
  }
  return value;
}

/** An address at which a contract is expected, for messages. */
interface CodeSubject {
  readonly address: Address;
  /** Which contract it should be. */
  readonly label: string;
  /** Set if the address is from the registry, and not from the caller. */
  readonly isRegistered: boolean;
}

/**
 * Reads the code at an address in the latest block of a connection's chain. Like
 * `verify`, it bypasses the provider, whose retries and errors would replace the
 * ones of this plugin.
 *
 * @returns The error message if no contract can be used at the address; `undefined`
 * if one can. Code that could not be read is not reported as absent.
 */
export async function codeProblem(
  config: HardhatConfig,
  connection: NodeConnection,
  { address, label, isRegistered }: CodeSubject,
): Promise<string | undefined> {
  const { reachable, selection } = reachConnection(config, connection);
  const { networkName } = connection;
  const describe = (code: Decoded<AccountCode>, endpoint: string) => {
    const chain =
      endpoint === "in-process"
        ? `the simulated chain of ${networkName}`
        : endpoint;
    if (!code.ok) {
      return explain({
        reason: `Could not read the code at ${address} (${label}) from ${chain}: ${code.reason}`,
        remedy:
          forkStateRemedy(connection.networkConfig, code.reason) ??
          `Try again, or check the node with "hardhat alpha status ${networkName}".`,
      });
    }
    switch (code.value.kind) {
      case "code":
        return undefined;
      case "none":
        return `There is no code at ${address} (${label}), according to ${chain}. ${
          isRegistered
            ? `Check the registry with "hardhat alpha verify ${networkName}".`
            : "Check the address, and that the transaction that deployed the contract is mined."
        }`;
      case "delegated":
        return `There is no contract at ${address} (${label}), according to ${chain}: it is an account that delegates to the code of ${code.value.target} (EIP-7702). Check the address.`;
    }
  };
  const params = [address, "latest"];
  const [problem] = await askNetworks(reachable, selection, {
    ask: async (transport) =>
      describe(
        await ask(transport, "eth_getCode", params, decodeCode),
        transport.endpoint,
      ),
    unreachable: (_selected, _expectations, { reason }) =>
      describe({ ok: false, reason }, "the node"),
  });
  return problem;
}
