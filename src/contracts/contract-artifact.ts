import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Abi } from "viem";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import type { ContractRole } from "../networks/definition.ts";

const PACKAGE = "@oceanprotocol/contracts";

/** The path of each contract's artifact in the package. */
const ARTIFACT_PATHS = {
  OceanToken: "utils/OceanToken.sol/OceanToken",
  MockERC20Decimals: "utils/mock/MockERC20Decimals.sol/MockERC20Decimals",
  OPFCommunityFeeCollector:
    "communityFee/OPFCommunityFeeCollector.sol/OPFCommunityFeeCollector",
  FactoryRouter: "pools/FactoryRouter.sol/FactoryRouter",
  FixedRateExchange: "pools/fixedRate/FixedRateExchange.sol/FixedRateExchange",
  FixedRateExchangeEnterprise:
    "pools/fixedRate/FixedRateExchangeEnterprise.sol/FixedRateExchangeEnterprise",
  ERC20Template: "templates/ERC20Template.sol/ERC20Template",
  ERC20TemplateEnterprise:
    "templates/ERC20TemplateEnterprise.sol/ERC20TemplateEnterprise",
  ERC20Template3: "templates/ERC20Template3.sol/ERC20Template3",
  ERC20Template4: "templates/ERC20Template4.sol/ERC20Template4",
  ERC721Template: "templates/ERC721Template.sol/ERC721Template",
  Dispenser: "pools/dispenser/Dispenser.sol/Dispenser",
  ERC721Factory: "ERC721Factory.sol/ERC721Factory",
} as const;

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
  token: "OceanToken",
  communityFeeCollector: "OPFCommunityFeeCollector",
  router: "FactoryRouter",
  fixedPrice: "FixedRateExchange",
  dispenser: "Dispenser",
  erc721Factory: "ERC721Factory",
  erc20Templates: ["ERC20Template", "ERC20TemplateEnterprise"],
  erc721Templates: ["ERC721Template"],
} as const satisfies Record<
  ContractRole,
  ContractName | readonly ContractName[]
>;
