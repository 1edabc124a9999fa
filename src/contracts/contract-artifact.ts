import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Abi } from "viem";
import { alphaError } from "../base/errors.ts";
import { type Hex, isHex } from "../base/hex.ts";
import { mapValues, recordOf } from "../base/records.ts";
import { CONTRACT_TYPES, TYPES_BY_ROLE } from "./contract-types.ts";

const PACKAGE = "@oceanprotocol/contracts";

type Types = typeof TYPES_BY_ROLE;

export type ContractName = {
  [Role in keyof Types]: keyof Types[Role]["artifacts"];
}[keyof Types];

/** The folder of each contract's artifact in the package. */
const FOLDERS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...CONTRACT_TYPES.map(({ artifacts }) => artifacts),
);

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
      `${PACKAGE}/artifacts/contracts/${FOLDERS[name]}/${name}.sol/${name}.json`,
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
export const CONTRACTS_BY_ROLE = mapValues(
  TYPES_BY_ROLE,
  ({ contracts }) => contracts,
) as { readonly [Role in keyof Types]: Types[Role]["contracts"] };
