import { expect } from "chai";
import {
  type Address,
  createPublicClient,
  custom,
  getAddress,
  zeroHash,
} from "viem";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";

const ERC20_TEMPLATES: readonly ContractName[] = [
  "ERC20Template",
  "ERC20TemplateEnterprise",
  "ERC20Template3",
  "ERC20Template4",
  "ERC20Template4",
];

export type ReadContract = (
  contract: ContractName,
  address: Address,
  functionName: string,
  ...args: unknown[]
) => Promise<unknown>;

/** Reads contracts of the set with viem. */
export function contractReader(provider: RequestProvider): ReadContract {
  const client = createPublicClient({ transport: custom(provider) });
  return async (contract, address, functionName, ...args) => {
    const { abi } = await contractArtifact(contract);
    return await client.readContract({ address, abi, functionName, args });
  };
}

/** Every contract of a plan with the artifact that must stand there. */
function plannedContracts(
  plan: ContractSetPlan,
): readonly (readonly [ContractName, Address])[] {
  return [
    ["OceanToken", plan.token],
    ["OPFCommunityFeeCollector", plan.communityFeeCollector],
    ["FactoryRouter", plan.router],
    ["FixedRateExchange", plan.fixedPrice],
    ["Dispenser", plan.dispenser],
    ["ERC721Factory", plan.erc721Factory],
    ...plan.erc20Templates.map((address, index) => {
      const contract = ERC20_TEMPLATES[index];
      if (contract === undefined) {
        throw new Error(`no template ${index}`);
      }
      return [contract, address] as const;
    }),
    ...plan.erc721Templates.map(
      (address) => ["ERC721Template", address] as const,
    ),
    ...plan.extraTokens.map(
      ({ address }) => ["MockERC20Decimals", address] as const,
    ),
  ];
}

/** Each address carries exactly the package's code, immutables apart. */
export async function expectPackageCode(
  provider: RequestProvider,
  plan: ContractSetPlan,
): Promise<void> {
  for (const [contract, address] of plannedContracts(plan)) {
    const code = await provider.request({
      method: "eth_getCode",
      params: [address, "latest"],
    });
    const { deployedBytecode } = await contractArtifact(contract);
    expect(
      withoutImmutables(String(code), deployedBytecode),
      contract,
    ).to.equal(deployedBytecode);
  }
}

/** An artifact has a zero word behind a PUSH32 where an immutable belongs. */
function withoutImmutables(code: string, deployedBytecode: string): string {
  const placeholder = `7f${zeroHash.slice(2)}`;
  let masked = code;
  let at = deployedBytecode.indexOf(placeholder);
  while (at !== -1) {
    const end = at + placeholder.length;
    masked = masked.slice(0, at) + placeholder + masked.slice(end);
    at = deployedBytecode.indexOf(placeholder, end);
  }
  return masked;
}

/** The set is wired as a real deployment's. */
export async function expectWired(
  read: ReadContract,
  plan: ContractSetPlan,
): Promise<void> {
  const router = (name: string, ...args: unknown[]) =>
    read("FactoryRouter", plan.router, name, ...args);
  const factory = (name: string, ...args: unknown[]) =>
    read("ERC721Factory", plan.erc721Factory, name, ...args);
  const same = (actual: unknown, expected: Address) =>
    expect(actual).to.equal(getAddress(expected));

  same(await router("factory"), plan.erc721Factory);
  same(await factory("router"), plan.router);
  same(await read("FixedRateExchange", plan.fixedPrice, "router"), plan.router);
  same(await read("Dispenser", plan.dispenser, "router"), plan.router);
  same(await router("getOPCCollector"), plan.communityFeeCollector);
  expect(await router("getFixedRatesContracts")).to.deep.equal([
    getAddress(plan.fixedPrice),
  ]);
  expect(await router("isFixedRateContract", plan.fixedPrice)).to.equal(true);
  expect(await router("getDispensersContracts")).to.deep.equal([
    getAddress(plan.dispenser),
  ]);
  expect(await router("isDispenserContract", plan.dispenser)).to.equal(true);
  expect(await router("getApprovedTokens")).to.deep.equal(
    [plan.token, ...plan.extraTokens.map(({ address }) => address)].map(
      (address) => getAddress(address),
    ),
  );
  expect(await factory("getCurrentTemplateCount")).to.equal(
    BigInt(plan.erc20Templates.length),
  );
  for (const [index, address] of plan.erc20Templates.entries()) {
    expect(await factory("getTokenTemplate", index + 1)).to.deep.equal({
      templateAddress: getAddress(address),
      isActive: true,
    });
    expect(await read("ERC20Template", address, "getId")).to.equal(
      Math.min(index + 1, 4),
    );
  }
  expect(await factory("getCurrentNFTTemplateCount")).to.equal(
    BigInt(plan.erc721Templates.length),
  );
  for (const [index, address] of plan.erc721Templates.entries()) {
    expect(await factory("getNFTTemplate", index + 1)).to.deep.equal({
      templateAddress: getAddress(address),
      isActive: true,
    });
    expect(await read("ERC721Template", address, "getId")).to.equal(1);
  }
  for (const { address, name, symbol, decimals } of plan.extraTokens) {
    expect(await read("MockERC20Decimals", address, "name")).to.equal(name);
    expect(await read("MockERC20Decimals", address, "symbol")).to.equal(symbol);
    expect(await read("MockERC20Decimals", address, "decimals")).to.equal(
      decimals,
    );
  }
  expect(await read("OceanToken", plan.token, "symbol")).to.equal("OCEAN");
  expect(await read("OceanToken", plan.token, "cap")).to.equal(
    1_410_000_000n * 10n ** 18n,
  );
}
