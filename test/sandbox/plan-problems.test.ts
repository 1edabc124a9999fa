import { expect } from "chai";

import type { Hex } from "../../src/base/hex.ts";
import { planProblems } from "../../src/sandbox/contract-steps.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PLAN = SANDBOX_PLANS.devnet.plan;

describe("planProblems", () => {
  const { token, dispenser, fixedPrice, erc20Templates } = PLAN;
  const [template] = erc20Templates;
  const euro = { name: "Euro", symbol: "EUR", decimals: 2 };
  const lower: Hex = `0x${dispenser.slice(2).toLowerCase()}`;
  for (const [what, changes, roles, address, used] of [
    [
      "two contracts, in whatever case",
      { router: lower },
      "router and dispenser",
      dispenser,
    ],
    [
      "a template twice",
      { erc20Templates: [template, template] },
      "erc20Templates[0] and erc20Templates[1]",
      template,
    ],
    [
      "an extra token and another contract",
      { extraTokens: [{ address: token, ...euro }] },
      "token and extraTokens[0]",
      token,
    ],
    [
      "a contract and an account",
      {},
      "account 0 and fixedPrice",
      fixedPrice,
      [{ role: "account 0", address: fixedPrice }],
    ],
  ] as const) {
    it(`given one address of ${what}, names both`, () => {
      expect(planProblems({ ...PLAN, ...changes }, used)).to.deep.equal([
        `${roles} have the same address ${address}`,
      ]);
    });
  }

  for (const low of ["0", "ffff"]) {
    it(`refuses 0x…${low}, which is kept for precompiled contracts`, () => {
      const router = `0x${low.padStart(40, "0")}` as const;

      expect(planProblems({ ...PLAN, router })).to.deep.equal([
        `router is ${router}, which is reserved for precompiled contracts`,
      ]);
    });
  }
});
