import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Abi } from "viem";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import type { ContractRole } from "../networks/definition.ts";
import { COMMUNITY_FEE_COLLECTOR } from "./types/community-fee-collector.ts";
import { DISPENSER } from "./types/dispenser.ts";
import { ERC20_TEMPLATES } from "./types/erc20-templates.ts";
import { ERC721_FACTORY } from "./types/erc721-factory.ts";
import { ERC721_TEMPLATES } from "./types/erc721-templates.ts";
import { FIXED_PRICE } from "./types/fixed-price.ts";
import { ROUTER } from "./types/router.ts";
import { TOKEN } from "./types/token.ts";

const PACKAGE = "@oceanprotocol/contracts";

/** The path of each contract's artifact in the package. */
const ARTIFACT_PATHS = {
  ...TOKEN.artifacts,
  ...COMMUNITY_FEE_COLLECTOR.artifacts,
  ...ROUTER.artifacts,
  ...FIXED_PRICE.artifacts,
  ...ERC20_TEMPLATES.artifacts,
  ...ERC721_TEMPLATES.artifacts,
  ...DISPENSER.artifacts,
  ...ERC721_FACTORY.artifacts,
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
  const known = artifacts.get(name);
  if (known !== undefined) {
    return known;
  }
  const artifact = readArtifact(name);
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
  if (!isArtifact(value)) {
    throw alphaError(
      `The package ${PACKAGE} has no valid artifact of ${name}: install release 2.6.0.`,
    );
  }
  return value;
}

function isArtifact(value: unknown): value is ContractArtifact {
  return (
    typeof value === "object" &&
    value !== null &&
    "abi" in value &&
    Array.isArray(value.abi) &&
    "bytecode" in value &&
    isCode(value.bytecode) &&
    "deployedBytecode" in value &&
    isCode(value.deployedBytecode)
  );
}

function isCode(value: unknown): value is Hex {
  return typeof value === "string" && /^0x(?:[0-9a-f]{2})+$/.test(value);
}

/** The contract at the address of a role, or at each of its addresses. */
export const CONTRACTS_BY_ROLE = {
  token: TOKEN.contracts,
  communityFeeCollector: COMMUNITY_FEE_COLLECTOR.contracts,
  router: ROUTER.contracts,
  fixedPrice: FIXED_PRICE.contracts,
  dispenser: DISPENSER.contracts,
  erc721Factory: ERC721_FACTORY.contracts,
  erc20Templates: ERC20_TEMPLATES.contracts,
  erc721Templates: ERC721_TEMPLATES.contracts,
} as const satisfies Record<
  ContractRole,
  ContractName | readonly ContractName[]
>;
