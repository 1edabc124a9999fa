import { encodeFunctionData, type Hex } from "viem";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import { ATTACKER } from "./control-mutations.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [template = ATTACKER, enterprise = ATTACKER] = plan.erc20Templates;
const [nft = ATTACKER] = plan.erc721Templates;

/** A privileged function, called with arguments that change something. */
export interface PrivilegedCall {
  readonly contract: ContractName;
  readonly to: Hex;
  readonly functionName: string;
  readonly args: readonly unknown[];
  /** What changes, by id. */
  readonly changes: readonly string[];
  /** Of these, what no transaction sets back. */
  readonly lasting: readonly string[];
  /** Calls of the same contract before it. */
  readonly after?: readonly (readonly [string, ...unknown[]])[];
  readonly fails?: string;
  /** Whether what lasts can be disabled at least. */
  readonly isDisabled?: true;
}

type More = Pick<PrivilegedCall, "lasting"> & Partial<PrivilegedCall>;

const LASTING = (...ids: string[]): More => ({ changes: ids, lasting: ids });
const UNDONE = (...ids: string[]): More => ({ changes: ids, lasting: [] });

const on =
  (contract: ContractName, to: Hex) =>
  (
    functionName: string,
    args: readonly unknown[],
    more: More,
  ): PrivilegedCall => ({
    contract,
    to,
    functionName,
    args,
    changes: [],
    ...more,
  });

const token = on("OceanToken", plan.token);
const collector = on("OPFCommunityFeeCollector", plan.communityFeeCollector);
const router = on("FactoryRouter", plan.router);
const factory = on("ERC721Factory", plan.erc721Factory);
const datatoken = [
  ["name", "symbol"],
  [ATTACKER, ATTACKER, ATTACKER, ATTACKER, plan.router],
  [ATTACKER, plan.router],
  [10n ** 18n, 0n],
  [],
];

/** Every function of the matrix that the contracts of a sandbox have. */
export const PRIVILEGED_CALLS: readonly PrivilegedCall[] = [
  token("mint", [ATTACKER, 1n], UNDONE()),
  token("transferOwnership", [ATTACKER], LASTING("registry.Alpha.owner")),
  token("renounceOwnership", [], LASTING("registry.Alpha.owner")),
  collector("transferOwnership", [ATTACKER], LASTING("collector.owner")),
  collector("renounceOwnership", [], LASTING("collector.owner")),
  collector("changeCollector", [ATTACKER], UNDONE("collector.payee")),
  router("changeRouterOwner", [ATTACKER], LASTING("router.owner")),
  router(
    "updateOPCFee",
    [10n ** 15n, 5n * 10n ** 17n, 1n, 7n],
    UNDONE("router.swapFeeOther", "router.consumeFee", "router.providerFee"),
  ),
  router("addApprovedToken", [ATTACKER], UNDONE("router.approvedTokens")),
  router("removeApprovedToken", [plan.token], UNDONE("router.approvedTokens")),
  router("addFixedRateContract", [ATTACKER], UNDONE("router.exchanges")),
  router(
    "removeFixedRateContract",
    [plan.fixedPrice],
    UNDONE("router.exchanges", "router.isFixedRateContract"),
  ),
  router("addDispenserContract", [ATTACKER], UNDONE("router.dispensers")),
  router(
    "removeDispenserContract",
    [plan.dispenser],
    UNDONE("router.dispensers", "router.isDispenserContract"),
  ),
  router("addSSContract", [ATTACKER], UNDONE("router.sideStaking")),
  router("removeSSContract", [ATTACKER], {
    ...UNDONE(),
    after: [["addSSContract", ATTACKER]],
  }),
  router("addPoolTemplate", [plan.token], UNDONE("router.poolTemplates")),
  router("removePoolTemplate", [ATTACKER], UNDONE("router.poolTemplates")),
  router("updateMinVestingPeriod", [1n], UNDONE("router.minVestingPeriod")),
  router("updateOPCCollector", [ATTACKER], UNDONE("router.opcCollector")),
  router("addFactory", [ATTACKER], {
    ...UNDONE(),
    fails: "FACTORY ALREADY SET",
  }),
  factory("transferOwnership", [ATTACKER], LASTING("factory.owner")),
  factory("renounceOwnership", [], LASTING("factory.owner")),
  factory("addTokenTemplate", [plan.router], {
    ...LASTING("factory.tokenTemplates"),
    isDisabled: true,
  }),
  factory("disableTokenTemplate", [2n], UNDONE("factory.tokenTemplates")),
  factory("reactivateTokenTemplate", [2n], {
    ...UNDONE(),
    after: [["disableTokenTemplate", 2n]],
  }),
  factory("add721TokenTemplate", [plan.router], {
    ...LASTING("factory.nftTemplates"),
    isDisabled: true,
  }),
  factory("disable721TokenTemplate", [1n], UNDONE("factory.nftTemplates")),
  factory("reactivate721TokenTemplate", [1n], {
    ...UNDONE(),
    after: [["disable721TokenTemplate", 1n]],
  }),
  on("ERC20Template", template)(
    "initialize",
    datatoken,
    LASTING("registry.ERC20Template[0].initialized"),
  ),
  on("ERC20TemplateEnterprise", enterprise)(
    "initialize",
    datatoken,
    LASTING("registry.ERC20Template[1].initialized"),
  ),
  on("ERC721Template", nft)(
    "initialize",
    [ATTACKER, "n", "s", plan.erc721Factory, ATTACKER, ATTACKER, "", true],
    LASTING("registry.ERC721Template[0].initialized"),
  ),
];

/** The transactions of a call, and of those before it. */
export async function transactionsOf(
  { contract, to, functionName, args, after = [] }: PrivilegedCall,
  from: string,
) {
  const { abi } = await contractArtifact(contract);
  return [...after, [functionName, ...args] as const].map(([name, ...own]) => ({
    from,
    to,
    data: encodeFunctionData({ abi, functionName: name, args: own }),
    value: "0",
  }));
}
