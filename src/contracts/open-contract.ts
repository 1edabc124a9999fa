import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { GetContractReturnType } from "viem";
import { toChecksum } from "../config/checksum.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { alphaError } from "../errors.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { contractClients } from "../viem/contract-clients.ts";
import { genericHelpers } from "../viem/generic-helpers.ts";
import { codeProblem } from "./code-problem.ts";
import { contractArtifact } from "./contract-artifact.ts";
import { findContract } from "./find-contract.ts";
import { parseContractCall } from "./parse-contract-call.ts";
import { readCodeOf } from "./read-code.ts";
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
    NETWORK_DEFINITIONS[network.name],
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
