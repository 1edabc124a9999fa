import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { GetContractReturnType } from "viem";
import { toChecksum } from "../../base/address.ts";
import { alphaError, checkOptionNames } from "../../base/errors.ts";
import type { OwnContract, ResolvedAlphaNetwork } from "../../config/types.ts";
import { contractArtifact } from "../../contracts/contract-artifact.ts";
import type { OwnArtifact } from "../../contracts/own/read-artifact.ts";
import { contractClients, genericHelpers } from "../viem/set-default-chain.ts";
import {
  codeProblem,
  ERC20,
  findContract,
  parseAddress,
} from "./find-contract.ts";
import type { ContractParameters } from "./types.ts";

/** The arguments of `connection.alpha.contract`. */
export type OpenContractArguments = readonly [
  keyOrRole: string,
  indexOrParameters?: number | ContractParameters,
  parameters?: ContractParameters,
];

/**
 * Returns a contract of a connection's network as a viem contract instance,
 * after checking that there is code at its address.
 *
 * @throws HardhatPluginError as documented for {@link OpenContract}.
 */
export async function openContract<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  network: ResolvedAlphaNetwork,
  [keyOrRole, first, second]: OpenContractArguments,
): Promise<GetContractReturnType> {
  const { index, ...parameters } = await parseContractCall(first, second);
  const found = findContract(network, keyOrRole, index);
  const { own, contract, label, registeredAddress } = found;
  const address = await toChecksum(parameters.address ?? registeredAddress());
  const isRegistered = parameters.address === undefined;
  const problem = await codeProblem(config, connection, {
    address,
    label: isRegistered
      ? `${label} of ${network.name}`
      : `passed as ${own?.key ?? contract} of ${network.name}`,
    isRegistered,
  });
  if (problem !== undefined) {
    throw alphaError(problem);
  }
  const readArtifact = async () => {
    if (own !== undefined) {
      return await ownArtifact(own, network, config);
    }
    return contract === ERC20 ? undefined : await contractArtifact(contract);
  };
  const [{ erc20Abi, getContract }, artifact, client] = await Promise.all([
    import("viem"),
    readArtifact(),
    contractClients(genericHelpers(connection.viem), parameters.client),
  ]);
  return getContract({ address, abi: artifact?.abi ?? erc20Abi, client });
}

/**
 * The artifact of a contract of the project's own.
 *
 * @throws HardhatPluginError if there is none.
 */
async function ownArtifact(
  { key, artifact = key }: OwnContract,
  { name }: ResolvedAlphaNetwork,
  { paths }: HardhatConfig,
): Promise<OwnArtifact> {
  const { readOwnArtifact } = await import(
    "../../contracts/own/read-artifact.ts"
  );
  const read = artifact ? await readOwnArtifact(artifact, paths) : undefined;
  if (read?.ok !== true) {
    throw alphaError(
      `${key} of ${name} has no ABI: ${read?.reason ?? "there is no artifact"}. Set alpha.networks.${name}.contracts.${key}.artifact, and run "npx hardhat build".`,
    );
  }
  return read.value;
}

/**
 * Separates the index, the address and the clients. An invalid address is
 * rejected, even if it is `undefined`: falling back to the registry's address
 * would hide the caller's mistake.
 *
 * @throws HardhatPluginError if the address is invalid or has a wrong checksum.
 */
export async function parseContractCall(
  first: number | ContractParameters | undefined,
  second: ContractParameters | undefined,
) {
  const index = typeof first === "object" ? undefined : first;
  const parameters = (typeof first === "object" ? first : second) ?? {};
  // JavaScript callers may pass the address itself.
  if (typeof parameters !== "object") {
    throw alphaError(
      "The contract's parameters must be an object: pass an address as { address }.",
    );
  }
  const { address, client } = parameters;
  const names = { address: true, client: "object" };
  checkOptionNames("contract", parameters, names);
  if (Object.hasOwn(parameters, "address")) {
    await parseAddress(
      "The contract's address",
      address,
      ' Omit "address" to use the one of the registry.',
    );
  }
  return { index, address, client };
}
