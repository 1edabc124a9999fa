import { expect } from "chai";

import type { Hex } from "../../src/base/hex.ts";
import { planProblems } from "../../src/sandbox/contract-steps.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PLAN: ContractSetPlan = SANDBOX_PLANS.devnet.plan;

describe("planProblems", () => {
  for (const [network, { plan }] of Object.entries(SANDBOX_PLANS)) {
    it(`finds nothing wrong with the published addresses of ${network}`, () => {
      expect(planProblems(plan)).to.deep.equal([]);
    });
  }

  it("names both roles when two contracts are planned at one address, in whatever case", () => {
    const router: Hex = `0x${PLAN.dispenser.slice(2).toLowerCase()}`;

    expect(planProblems({ ...PLAN, router })).to.deep.equal([
      `router and dispenser have the same address ${PLAN.dispenser}`,
    ]);
  });

  it("names both positions when a template is listed twice", () => {
    const [template = PLAN.router] = PLAN.erc20Templates;

    expect(
      planProblems({ ...PLAN, erc20Templates: [template, template] }),
    ).to.deep.equal([
      `erc20Templates[0] and erc20Templates[1] have the same address ${template}`,
    ]);
  });

  it("names the token and the role when an extra token is at another contract's address", () => {
    const extraTokens = [
      { address: PLAN.token, name: "Euro", symbol: "EUR", decimals: 2 },
    ];

    expect(planProblems({ ...PLAN, extraTokens })).to.deep.equal([
      `token and extraTokens[0] have the same address ${PLAN.token}`,
    ]);
  });

  it("names whose an address is already, when it is taken", () => {
    const used = [{ role: "account 0", address: PLAN.fixedPrice }];

    expect(planProblems(PLAN, used)).to.deep.equal([
      `account 0 and fixedPrice have the same address ${PLAN.fixedPrice}`,
    ]);
  });

  for (const low of ["0", "1", "9", "11", "100", "ffff"]) {
    it(`refuses 0x…${low}, which is kept for precompiled contracts`, () => {
      const router = `0x${low.padStart(40, "0")}` as const;

      expect(planProblems({ ...PLAN, router })).to.deep.equal([
        `router is ${router}, which is reserved for precompiled contracts`,
      ]);
    });
  }
});
