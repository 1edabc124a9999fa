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

/** Each address carries exactly the package's code, immutables apart. */
export async function expectPackageCode(
  provider: RequestProvider,
  plan: ContractSetPlan,
): Promise<void> {
  const planned: readonly (readonly [ContractName, Address])[] = [
    ["OceanToken", plan.token],
    ["OPFCommunityFeeCollector", plan.communityFeeCollector],
    ["FactoryRouter", plan.router],
    ["FixedRateExchange", plan.fixedPrice],
    ["Dispenser", plan.dispenser],
    ["ERC721Factory", plan.erc721Factory],
    ...plan.erc20Templates.map(
      (address, index) =>
        [ERC20_TEMPLATES[index] ?? "ERC20Template4", address] as const,
    ),
    ...plan.erc721Templates.map(
      (address) => ["ERC721Template", address] as const,
    ),
    ...plan.extraTokens.map(
      ({ address }) => ["MockERC20Decimals", address] as const,
    ),
  ];
  for (const [contract, address] of planned) {
    const params = [address, "latest"];
    const code = await provider.request({ method: "eth_getCode", params });
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
  const tokens = [plan.token, ...plan.extraTokens.map((one) => one.address)];
  for (const [name, addresses] of [
    ["getFixedRatesContracts", [plan.fixedPrice]],
    ["getDispensersContracts", [plan.dispenser]],
    ["getApprovedTokens", tokens],
  ] as const) {
    const expected = addresses.map((address) => getAddress(address));
    expect(await router(name), name).to.deep.equal(expected);
  }
  expect(await router("isFixedRateContract", plan.fixedPrice)).to.equal(true);
  expect(await router("isDispenserContract", plan.dispenser)).to.equal(true);
  for (const [contract, kind, template, addresses] of [
    ["ERC20Template", "", "getTokenTemplate", plan.erc20Templates],
    ["ERC721Template", "NFT", "getNFTTemplate", plan.erc721Templates],
  ] as const) {
    const count = await factory(`getCurrent${kind}TemplateCount`);
    expect(count).to.equal(BigInt(addresses.length));
    for (const [index, address] of addresses.entries()) {
      const templateAddress = getAddress(address);
      expect(await factory(template, index + 1)).to.deep.equal({
        templateAddress,
        isActive: true,
      });
      const id = contract === "ERC20Template" ? Math.min(index + 1, 4) : 1;
      expect(await read(contract, address, "getId")).to.equal(id);
    }
  }
  for (const { address, name, symbol, decimals } of plan.extraTokens) {
    for (const [view, value] of Object.entries({ name, symbol, decimals })) {
      expect(await read("MockERC20Decimals", address, view)).to.equal(value);
    }
  }
  expect(await read("OceanToken", plan.token, "symbol")).to.equal("OCEAN");
  expect(await read("OceanToken", plan.token, "cap")).to.equal(
    1_410_000_000n * 10n ** 18n,
  );
}
