import type { KeyedClient } from "@nomicfoundation/hardhat-viem/types";
import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { GetContractReturnType } from "viem";
import type { Address } from "../../base/address.ts";
import { hasValidChecksum, isAddress, toChecksum } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { contractArtifact } from "../../contracts/contract-artifact.ts";
import { contractClients, genericHelpers } from "../viem/contract-clients.ts";
import { findContract } from "./find-contract.ts";
import { codeProblem, readCodeOf } from "./read-code.ts";
import type { ContractParameters } from "./types.ts";

/** What `connection.alpha.contract` was called with. */
export type OpenContractArguments = readonly [
  keyOrRole: string,
  indexOrParameters?: number | ContractParameters,
  parameters?: ContractParameters,
];

/**
 * A contract of a connection's network as a viem contract instance, once there
 * is code at its address.
 *
 * @throws HardhatPluginError as {@link OpenContract} says.
 */
export async function openContract<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  network: ResolvedAlphaNetwork,
  [keyOrRole, first, second]: OpenContractArguments,
): Promise<GetContractReturnType> {
  const { index, ...given } = await parseContractCall(first, second);
  const { contract, label, registered } = findContract(
    network,
    keyOrRole,
    index,
  );
  const address = await toChecksum(given.address ?? registered());
  const { code, endpoint } = await readCodeOf(config, connection, address);
  const isRegistered = given.address === undefined;
  const problem = codeProblem(code, {
    subject: isRegistered
      ? `${address} (${label} of ${network.name})`
      : `${address} (given as ${contract} on ${network.name})`,
    isRegistered,
    endpoint,
    hardhatNetwork: connection.networkName,
  });
  if (problem !== undefined) {
    throw alphaError(problem);
  }
  const [{ getContract }, { abi }, client] = await Promise.all([
    import("viem"),
    contractArtifact(contract),
    contractClients(genericHelpers(connection.viem), given.client),
  ]);
  return getContract({ address, abi, client });
}

/** What `contract(…)` was called with after the key. */
export interface ContractCall {
  readonly index: number | undefined;
  readonly address: Address | undefined;
  readonly client: KeyedClient | undefined;
}

/**
 * Tells the index, the address and the clients. An address that is given, but is
 * none, must not turn into the registry's.
 *
 * @throws HardhatPluginError if the address is none, or has a wrong checksum.
 */
export async function parseContractCall(
  first: number | ContractParameters | undefined,
  second: ContractParameters | undefined,
): Promise<ContractCall> {
  const index = typeof first === "object" ? undefined : first;
  const parameters = (typeof first === "object" ? first : second) ?? {};
  // Untyped callers may pass the address itself, which has no "address".
  if (typeof parameters !== "object") {
    throw alphaError(
      "The contract's parameters are no object: give an address as { address }.",
    );
  }
  const { address, client } = parameters;
  if (Object.hasOwn(parameters, "address")) {
    if (!isAddress(address)) {
      throw alphaError(
        `The address given for the contract is ${address === undefined ? "undefined" : "no address"}: expected 0x and 40 hexadecimal digits. Leave out "address" for the registry's.`,
      );
    }
    if (!(await hasValidChecksum(address))) {
      throw alphaError(
        `The address given for the contract, ${address}, has a wrong checksum (EIP-55): a digit is mistyped, or its case was changed.`,
      );
    }
  }
  return { index, address, client };
}
