import { expect } from "chai";
import fc from "fast-check";

import {
  judgeProof,
  type ProofReadings,
} from "../../../src/hardhat/guard/judge-proof.ts";

const ROUTER = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const PROVEN: ProofReadings = {
  chain: { verdict: "right" },
  routerPath: "registry.Router",
  router: ROUTER,
  code: { ok: true, value: { kind: "code", code: "0x01", size: 1 } },
};

describe("judgeProof", () => {
  it("given the right chain without a doubt and code at the router, is proven", () => {
    expect(judgeProof(PROVEN)).to.deep.equal({ verdict: "proven" });
  });

  const chains: readonly ProofReadings["chain"][] = [
    { verdict: "right" },
    { verdict: "right", doubt: "block 0 could not be read" },
    { verdict: "unknown", reason: "silent" },
    {
      verdict: "wrong",
      found: { by: "chain-id", chainId: 1 },
      reason: "it serves another",
    },
  ];
  const codes: readonly ProofReadings["code"][] = [
    undefined,
    { ok: false, reason: "silent" },
    { ok: true, value: { kind: "none" } },
    { ok: true, value: { kind: "delegated", code: "0x01", target: ROUTER } },
    PROVEN.code,
  ];

  it("given anything less, is never proven, and says why", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...chains),
        fc.constantFrom(...codes),
        fc.constantFrom(undefined, ROUTER),
        (chain, code, router) => {
          const proof = judgeProof({ ...PROVEN, chain, code, router });
          const isAll =
            chain === chains[0] && code === PROVEN.code && router !== undefined;
          expect(proof.verdict === "proven").to.equal(isAll);
          if (proof.verdict !== "proven") {
            expect(proof.reason).not.to.equal("");
            expect(proof.verdict === "wrong").to.equal(
              chain.verdict === "wrong",
            );
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});
