import { encodeFunctionData, type Hex } from "viem";
import {
  type ContractName,
  contractArtifact,
} from "../../../src/contracts/contract-artifact.ts";
import { ATTACKER } from "../../support/control-mutations.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

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

type More = Partial<Omit<PrivilegedCall, "changes" | "lasting">>;

const on =
  (contract: ContractName, to: Hex) =>
  (
    functionName: string,
    args: readonly unknown[],
    changes: readonly string[],
    { isLasting, ...more }: More & { readonly isLasting?: true } = {},
  ): PrivilegedCall => ({
    contract,
    to,
    functionName,
    args,
    changes,
    lasting: isLasting ? changes : [],
    ...more,
  });
const LASTS = { isLasting: true } as const;

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
  token("mint", [ATTACKER, 1n], []),
  token("transferOwnership", [ATTACKER], ["registry.Alpha.owner"], LASTS),
  token("renounceOwnership", [], ["registry.Alpha.owner"], LASTS),
  collector("transferOwnership", [ATTACKER], ["collector.owner"], LASTS),
  collector("renounceOwnership", [], ["collector.owner"], LASTS),
  collector("changeCollector", [ATTACKER], ["collector.payee"]),
  router("changeRouterOwner", [ATTACKER], ["router.owner"], LASTS),
  router(
    "updateOPCFee",
    [10n ** 15n, 5n * 10n ** 17n, 1n, 7n],
    ["router.swapFeeOther", "router.consumeFee", "router.providerFee"],
  ),
  router("addApprovedToken", [ATTACKER], ["router.approvedTokens"]),
  router("removeApprovedToken", [plan.token], ["router.approvedTokens"]),
  router("addFixedRateContract", [ATTACKER], ["router.exchanges"]),
  router(
    "removeFixedRateContract",
    [plan.fixedPrice],
    ["router.exchanges", "router.isFixedRateContract"],
  ),
  router("addDispenserContract", [ATTACKER], ["router.dispensers"]),
  router(
    "removeDispenserContract",
    [plan.dispenser],
    ["router.dispensers", "router.isDispenserContract"],
  ),
  router("addSSContract", [ATTACKER], ["router.sideStaking"]),
  router("removeSSContract", [ATTACKER], [], {
    after: [["addSSContract", ATTACKER]],
  }),
  router("addPoolTemplate", [plan.token], ["router.poolTemplates"]),
  router("removePoolTemplate", [ATTACKER], ["router.poolTemplates"]),
  router("updateMinVestingPeriod", [1n], ["router.minVestingPeriod"]),
  router("updateOPCCollector", [ATTACKER], ["router.opcCollector"]),
  router("addFactory", [ATTACKER], [], { fails: "FACTORY ALREADY SET" }),
  factory("transferOwnership", [ATTACKER], ["factory.owner"], LASTS),
  factory("renounceOwnership", [], ["factory.owner"], LASTS),
  factory("addTokenTemplate", [plan.router], ["factory.tokenTemplates"], {
    ...LASTS,
    isDisabled: true,
  }),
  factory("disableTokenTemplate", [2n], ["factory.tokenTemplates"]),
  factory("reactivateTokenTemplate", [2n], [], {
    after: [["disableTokenTemplate", 2n]],
  }),
  factory("add721TokenTemplate", [plan.router], ["factory.nftTemplates"], {
    ...LASTS,
    isDisabled: true,
  }),
  factory("disable721TokenTemplate", [1n], ["factory.nftTemplates"]),
  factory("reactivate721TokenTemplate", [1n], [], {
    after: [["disable721TokenTemplate", 1n]],
  }),
  on("ERC20Template", template)(
    "initialize",
    datatoken,
    ["registry.ERC20Template[0].initialized"],
    LASTS,
  ),
  on("ERC20TemplateEnterprise", enterprise)(
    "initialize",
    datatoken,
    ["registry.ERC20Template[1].initialized"],
    LASTS,
  ),
  on("ERC721Template", nft)(
    "initialize",
    [ATTACKER, "n", "s", plan.erc721Factory, ATTACKER, ATTACKER, "", true],
    ["registry.ERC721Template[0].initialized"],
    LASTS,
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
