import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Abi } from "viem";
import { alphaError } from "../base/errors.ts";
import { type Hex, isHex } from "../base/hex.ts";
import { recordOf } from "../base/records.ts";
import { TYPES_BY_ROLE } from "./contract-types.ts";

const PACKAGE = "@oceanprotocol/contracts";

/** The path of each contract's artifact in the package. */
const ARTIFACT_PATHS = {
  ...TYPES_BY_ROLE.token.artifacts,
  ...TYPES_BY_ROLE.communityFeeCollector.artifacts,
  ...TYPES_BY_ROLE.router.artifacts,
  ...TYPES_BY_ROLE.fixedPrice.artifacts,
  ...TYPES_BY_ROLE.erc20Templates.artifacts,
  ...TYPES_BY_ROLE.erc721Templates.artifacts,
  ...TYPES_BY_ROLE.dispenser.artifacts,
  ...TYPES_BY_ROLE.erc721Factory.artifacts,
};

export type ContractName = keyof typeof ARTIFACT_PATHS;

export interface ContractArtifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
  /** Without immutables filled in. */
  readonly deployedBytecode: Hex;
}

const artifacts = new Map<ContractName, Promise<ContractArtifact>>();

/**
 * The artifact of a contract in `@oceanprotocol/contracts`, read once a process.
 *
 * @throws HardhatPluginError when the package cannot be found or read.
 */
export function contractArtifact(
  name: ContractName,
): Promise<ContractArtifact> {
  const artifact = artifacts.get(name) ?? readArtifact(name);
  artifacts.set(name, artifact);
  return artifact;
}

async function readArtifact(name: ContractName): Promise<ContractArtifact> {
  let value: unknown;
  try {
    const path = createRequire(import.meta.url).resolve(
      `${PACKAGE}/artifacts/contracts/${ARTIFACT_PATHS[name]}.json`,
    );
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw alphaError(
      `The contract ${name} could not be read from the package ${PACKAGE}. Reinstall the dependencies.`,
      error,
    );
  }
  const { abi, bytecode, deployedBytecode } = recordOf(value);
  if (!Array.isArray(abi) || !isHex(bytecode) || !isHex(deployedBytecode)) {
    throw alphaError(
      `The package ${PACKAGE} has no valid artifact of ${name}: install release 2.6.0.`,
    );
  }
  return { abi, bytecode, deployedBytecode };
}

/** The contract at the address of a role, or at each of its addresses. */
export const CONTRACTS_BY_ROLE = {
  token: TYPES_BY_ROLE.token.contracts,
  communityFeeCollector: TYPES_BY_ROLE.communityFeeCollector.contracts,
  router: TYPES_BY_ROLE.router.contracts,
  fixedPrice: TYPES_BY_ROLE.fixedPrice.contracts,
  dispenser: TYPES_BY_ROLE.dispenser.contracts,
  erc721Factory: TYPES_BY_ROLE.erc721Factory.contracts,
  erc20Templates: TYPES_BY_ROLE.erc20Templates.contracts,
  erc721Templates: TYPES_BY_ROLE.erc721Templates.contracts,
} as const;
