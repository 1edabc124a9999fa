import type { Hex } from "../rpc/types.ts";
import type { ContractSetPlan } from "./types.ts";

/** One address of a plan and what is to stand there. */
export interface PlannedRole {
  /** The plan's own name for it: `router`, `erc20Templates[1]`, … */
  readonly role: string;
  readonly address: Hex;
}

/** Every address of a plan with its role, in the plan's order. */
export function planRoles(plan: ContractSetPlan): readonly PlannedRole[] {
  const list = (role: string, addresses: readonly Hex[]) =>
    addresses.map((address, index) => ({ role: `${role}[${index}]`, address }));
  return [
    { role: "token", address: plan.token },
    { role: "communityFeeCollector", address: plan.communityFeeCollector },
    { role: "router", address: plan.router },
    { role: "fixedPrice", address: plan.fixedPrice },
    { role: "dispenser", address: plan.dispenser },
    { role: "erc721Factory", address: plan.erc721Factory },
    ...list("erc20Templates", plan.erc20Templates),
    ...list("erc721Templates", plan.erc721Templates),
    ...list(
      "extraTokens",
      plan.extraTokens.map((token) => token.address),
    ),
  ];
}
