import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import plugin from "../../src/index.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { planForNetwork } from "../../src/sandbox/plan.ts";

/** Devnet as resolved by the plugin, and the plan of its contract set. */
export async function benchNetwork(): Promise<{
  readonly network: ResolvedAlphaNetwork;
  readonly plan: ContractSetPlan;
}> {
  const hre = await createHardhatRuntimeEnvironment({ plugins: [plugin] });
  const network = hre.config.alpha.networks.devnet;
  if (network === undefined) {
    throw new Error("devnet is disabled");
  }
  const { sandbox } = hre.config.alpha;
  return { network, plan: planForNetwork(network, sandbox) };
}
