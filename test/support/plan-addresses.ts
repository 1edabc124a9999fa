import type { Hex } from "../../src/base/hex.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";

/** Where a plan has contracts. */
export function planAddresses(plan: ContractSetPlan): readonly Hex[] {
  return [
    plan.token,
    plan.communityFeeCollector,
    plan.router,
    plan.fixedPrice,
    plan.dispenser,
    plan.erc721Factory,
    ...plan.erc20Templates,
    ...plan.erc721Templates,
    ...plan.extraTokens.map(({ address }) => address),
  ];
}
