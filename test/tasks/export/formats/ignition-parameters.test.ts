import { expect } from "chai";
import { getAddress } from "viem";

import { SANDBOX_PLANS } from "../../../support/sandbox-plans.ts";
import { exportedText } from "../export-of.ts";

describe("alpha export --format ignition-parameters", () => {
  for (const name of ["devnet", "testnet", "third"] as const) {
    it(`given ${name}, then the addresses are parameters of all modules, with the same names on each network`, async () => {
      const text = await exportedText("ignition-parameters", { names: [name] });
      const { plan } = SANDBOX_PLANS[name];
      const [euro] = plan.extraTokens;

      expect(JSON.parse(text)).to.deep.equal({
        $global: {
          token: getAddress(plan.token),
          communityFeeCollector: plan.communityFeeCollector,
          router: plan.router,
          fixedPrice: plan.fixedPrice,
          erc20Templates: plan.erc20Templates,
          erc721Templates: plan.erc721Templates,
          dispenser: plan.dispenser,
          erc721Factory: plan.erc721Factory,
          euroToken: euro?.address,
          alphaToken: getAddress(plan.token),
        },
      });
    });
  }
});
