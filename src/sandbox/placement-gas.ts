import {
  constructionSteps,
  ownershipSteps,
  wiringSteps,
} from "./contract-steps.ts";
import type { ContractSetPlan } from "./types.ts";

/**
 * About twice what the hungriest constructor takes: the code is not stored by a
 * creation, so its size costs nothing.
 */
export const CONSTRUCTION_GAS = 500_000n;
/** Above what the hungriest wiring call or transfer takes. */
export const WIRING_GAS = 100_000n;

/**
 * What the hungrier of the two blocks can take: the sum of its transactions'
 * gas limits.
 */
export function placementBlockGas(
  plan: ContractSetPlan,
  holderCount: number,
): bigint {
  const { extraTokens, router, tokenHoldings } = plan;
  const constructions = constructionSteps(plan, router, router).length;
  const calls =
    wiringSteps(plan).length +
    ownershipSteps(plan, router).length +
    (tokenHoldings?.length ?? holderCount) +
    extraTokens.reduce(
      (sum, { holdings }) => sum + (holdings?.length ?? holderCount + 1),
      0,
    );
  const constructionGas = BigInt(constructions) * CONSTRUCTION_GAS;
  const callGas = BigInt(calls) * WIRING_GAS;
  return constructionGas > callGas ? constructionGas : callGas;
}
