import type { Hex } from "../base/hex.ts";
import {
  CONTRACTS_BY_ROLE,
  type ContractName,
  contractArtifact,
} from "../contracts/contract-artifact.ts";
import { ERC20_TEMPLATES } from "../contracts/types/templates.ts";
import { encodeArguments, encodeCall } from "./encode-call.ts";
import type { ContractSetPlan, SingleRole } from "./plan.ts";

/** A transaction of a deployment: it constructs a contract at its address, or calls it. */
export interface Step {
  /** The name of the step, for messages. */
  readonly name: string;
  readonly contract: ContractName;
  readonly address: Hex;
  /** `undefined` for the constructor. */
  readonly functionName?: string | undefined;
  readonly args: readonly unknown[];
}

/** The construction of the contract with a role in the plan: `erc20Templates[1]`. */
export interface ConstructionStep extends Step {
  readonly role: string;
}

/** A call to a contract that was constructed. */
export function callStep(
  contract: ContractName,
  address: Hex,
  functionName: string,
  ...args: readonly unknown[]
): Step {
  const name = `the call ${contract}.${functionName} (${address})`;
  return { name, contract, address, functionName, args };
}

/** The router still requires a pool template, although pools no longer exist. */
const NO_POOL = "0x000000000000000000000000000000000000dEaD";

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
): readonly ConstructionStep[] {
  const { erc20Templates, erc721Templates, router, token } = plan;
  const at = (role: SingleRole, ...args: readonly unknown[]) =>
    constructionStep(CONTRACTS_BY_ROLE[role], role, plan[role], ...args);
  return [
    at("token", deployer),
    ...plan.extraTokens.map(({ address, name, symbol, decimals }, index) => {
      const role = `extraTokens[${index}]`;
      const args = [name, symbol, decimals];
      return constructionStep("MockERC20Decimals", role, address, ...args);
    }),
    at("communityFeeCollector", owner, owner),
    at("router", deployer, token, NO_POOL, plan.communityFeeCollector, []),
    at("fixedPrice", router),
    ...erc20Templates.map((address, index) => {
      const contract = TEMPLATES[index] ?? ERC20_TEMPLATES.others[1];
      return constructionStep(contract, `erc20Templates[${index}]`, address);
    }),
    ...erc721Templates.map((address, index) => {
      const role = `erc721Templates[${index}]`;
      return constructionStep("ERC721Template", role, address);
    }),
    at("dispenser", router),
    at("erc721Factory", erc721Templates[0], erc20Templates[0], router),
  ];
}

function constructionStep(
  contract: ContractName,
  role: string,
  address: Hex,
  ...args: readonly unknown[]
): ConstructionStep {
  const name = `the constructor of ${contract} (${role}, ${address})`;
  return { name, contract, role, address, args };
}

/** EIP-1352 reserves the addresses up to 0xffff for precompiled contracts. */
const LAST_RESERVED_ADDRESS = 0xffffn;

/**
 * The problems of a plan, for an error message; empty if it can be placed.
 *
 * @param used Addresses that the plan must not use, such as those of accounts.
 */
export function planProblems(
  plan: ContractSetPlan,
  used: readonly Pick<ConstructionStep, "role" | "address">[] = [],
): readonly string[] {
  const steps = constructionSteps(plan, plan.router, plan.router);
  const byAddress = Map.groupBy([...used, ...steps], ({ address }) =>
    address.toLowerCase(),
  );
  return [
    ...steps
      .filter(({ address }) => BigInt(address) <= LAST_RESERVED_ADDRESS)
      .map(
        ({ role, address }) =>
          `${role} is ${address}, which is reserved for precompiled contracts`,
      ),
    ...[...byAddress.values()].flatMap(([first, ...others]) =>
      others.map(
        ({ role, address }) =>
          `${first?.role} and ${role} have the same address ${address}`,
      ),
    ),
  ];
}

/** The calls that connect the contracts, in the order of a deployment. */
export function wiringSteps(plan: ContractSetPlan): readonly Step[] {
  const { router, erc721Factory } = plan;
  const extraTokens = plan.extraTokens.map(({ address }) => address);
  return [
    ...addingSteps("ERC721Factory", erc721Factory, {
      addTokenTemplate: plan.erc20Templates.slice(1),
      add721TokenTemplate: plan.erc721Templates.slice(1),
    }),
    ...addingSteps("FactoryRouter", router, {
      addFactory: [erc721Factory],
      addFixedRateContract: [plan.fixedPrice],
      addDispenserContract: [plan.dispenser],
      addApprovedToken: [plan.token, ...extraTokens],
    }),
  ];
}

/** @param added The addresses to add, by function. */
function addingSteps(
  contract: ContractName,
  address: Hex,
  added: Readonly<Record<string, readonly Hex[]>>,
): readonly Step[] {
  return Object.entries(added).flatMap(([functionName, addresses]) =>
    addresses.map((one) => callStep(contract, address, functionName, one)),
  );
}

/** The calls that transfer the contracts of the deployer to the owner. */
export function ownershipSteps(
  { token, erc721Factory, router }: ContractSetPlan,
  owner: Hex,
): readonly Step[] {
  return [
    callStep("OceanToken", token, "transferOwnership", owner),
    callStep("ERC721Factory", erc721Factory, "transferOwnership", owner),
    callStep("FactoryRouter", router, "changeRouterOwner", owner),
  ];
}

/** Encodes the initcode and the arguments of a constructor, or the data of a call. */
export async function encodeStep({
  contract,
  functionName,
  args,
}: Pick<Step, "contract" | "functionName" | "args">): Promise<Hex> {
  const { abi, bytecode } = await contractArtifact(contract);
  const item = abi.find((candidate) => {
    if (functionName === undefined) {
      return candidate.type === "constructor";
    }
    return candidate.type === "function" && candidate.name === functionName;
  });
  const inputs = item !== undefined && "inputs" in item ? item.inputs : [];
  const types = inputs.map(({ type }) => type);
  if (functionName === undefined) {
    return `${bytecode}${encodeArguments(types, args)}`;
  }
  return await encodeCall(functionName, types, args);
}
