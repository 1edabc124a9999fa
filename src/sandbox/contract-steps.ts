import type { Abi } from "viem";
import type { Hex } from "../base/hex.ts";
import {
  type ContractName,
  contractArtifact,
} from "../contracts/contract-artifact.ts";
import { ERC20_TEMPLATES } from "../contracts/types/erc20-templates.ts";
import { encodeArguments, encodeCall } from "./encode-call.ts";
import type { ContractSetPlan } from "./plan.ts";

/** A contract to construct at an address. */
export interface Construction {
  readonly contract: ContractName;
  /** Its name in the plan, for messages. */
  readonly role: string;
  readonly address: Hex;
  readonly args: readonly unknown[];
}

/** A call to a contract that was constructed. */
export interface WiringCall {
  readonly contract: ContractName;
  readonly address: Hex;
  readonly functionName: string;
  readonly args: readonly unknown[];
}

/** The router still requires a pool template, although pools no longer exist. */
const UNUSED_POOL_TEMPLATE = "0x000000000000000000000000000000000000dEaD";

/** The datatoken templates by position. Behind them is the last one again. */
const TEMPLATES: readonly ContractName[] = [
  ...ERC20_TEMPLATES.contracts,
  ...ERC20_TEMPLATES.others,
];

/**
 * The constructors with their arguments, in the order of a deployment: the
 * constructor of the factory requires that its templates have code.
 *
 * @param deployer Owns the contracts whose wiring calls only the owner may send.
 * @param owner Owns the others from the start.
 */
export function constructionSteps(
  plan: ContractSetPlan,
  deployer: Hex,
  owner: Hex,
): readonly Construction[] {
  const [firstErc20Template] = plan.erc20Templates;
  const [firstErc721Template] = plan.erc721Templates;
  return [
    {
      contract: "OceanToken",
      role: "token",
      address: plan.token,
      args: [deployer],
    },
    ...plan.extraTokens.map(
      ({ address, name, symbol, decimals }, index): Construction => ({
        contract: "MockERC20Decimals",
        role: `extraTokens[${index}]`,
        address,
        args: [name, symbol, decimals],
      }),
    ),
    {
      contract: "OPFCommunityFeeCollector",
      role: "communityFeeCollector",
      address: plan.communityFeeCollector,
      args: [owner, owner],
    },
    {
      contract: "FactoryRouter",
      role: "router",
      address: plan.router,
      args: [
        deployer,
        plan.token,
        UNUSED_POOL_TEMPLATE,
        plan.communityFeeCollector,
        [],
      ],
    },
    {
      contract: "FixedRateExchange",
      role: "fixedPrice",
      address: plan.fixedPrice,
      args: [plan.router],
    },
    ...plan.erc20Templates.map(
      (address, index): Construction => ({
        contract: TEMPLATES[index] ?? ERC20_TEMPLATES.others[1],
        role: `erc20Templates[${index}]`,
        address,
        args: [],
      }),
    ),
    ...plan.erc721Templates.map(
      (address, index): Construction => ({
        contract: "ERC721Template",
        role: `erc721Templates[${index}]`,
        address,
        args: [],
      }),
    ),
    {
      contract: "Dispenser",
      role: "dispenser",
      address: plan.dispenser,
      args: [plan.router],
    },
    {
      contract: "ERC721Factory",
      role: "erc721Factory",
      address: plan.erc721Factory,
      args: [firstErc721Template, firstErc20Template, plan.router],
    },
  ];
}

/** The calls that connect the contracts, in the order of a deployment. */
export function wiringSteps(plan: ContractSetPlan): readonly WiringCall[] {
  const factory = (functionName: string, ...args: unknown[]): WiringCall => ({
    contract: "ERC721Factory",
    address: plan.erc721Factory,
    functionName,
    args,
  });
  const router = (functionName: string, ...args: unknown[]): WiringCall => ({
    contract: "FactoryRouter",
    address: plan.router,
    functionName,
    args,
  });
  return [
    ...plan.erc20Templates
      .slice(1)
      .map((template) => factory("addTokenTemplate", template)),
    ...plan.erc721Templates
      .slice(1)
      .map((template) => factory("add721TokenTemplate", template)),
    router("addFactory", plan.erc721Factory),
    router("addFixedRateContract", plan.fixedPrice),
    router("addDispenserContract", plan.dispenser),
    router("addApprovedToken", plan.token),
    ...plan.extraTokens.map(({ address }) =>
      router("addApprovedToken", address),
    ),
  ];
}

/** The calls that transfer the contracts of the deployer to the owner. */
export function ownershipSteps(
  plan: ContractSetPlan,
  owner: Hex,
): readonly WiringCall[] {
  return [
    {
      contract: "OceanToken",
      address: plan.token,
      functionName: "transferOwnership",
      args: [owner],
    },
    {
      contract: "ERC721Factory",
      address: plan.erc721Factory,
      functionName: "transferOwnership",
      args: [owner],
    },
    {
      contract: "FactoryRouter",
      address: plan.router,
      functionName: "changeRouterOwner",
      args: [owner],
    },
  ];
}

/** Encodes the initcode of a contract and its constructor arguments. */
export async function encodeConstruction({
  contract,
  args,
}: Construction): Promise<Hex> {
  const { abi, bytecode } = await contractArtifact(contract);
  const described = abi.find(({ type }) => type === "constructor");
  return `${bytecode}${encodeArguments(inputsOf(described), args)}`;
}

/** Encodes the data of a call. */
export async function encodeWiringCall({
  contract,
  functionName,
  args,
}: Pick<WiringCall, "contract" | "functionName" | "args">): Promise<Hex> {
  const { abi } = await contractArtifact(contract);
  const called = abi.find(
    (item) =>
      item.type === "function" &&
      item.name === functionName &&
      item.inputs.length === args.length,
  );
  if (called === undefined) {
    throw new Error(
      `${contract} has no function ${functionName} with ${args.length} arguments`,
    );
  }
  return await encodeCall(functionName, inputsOf(called), args);
}

/** The types of the parameters of a function or constructor. */
function inputsOf(item: Abi[number] | undefined): readonly string[] {
  return item !== undefined && "inputs" in item
    ? item.inputs.map(({ type }) => type)
    : [];
}
