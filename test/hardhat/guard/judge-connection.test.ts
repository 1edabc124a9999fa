import { expect } from "chai";
import fc from "fast-check";

import {
  type GuardReadings,
  judgeConnection,
} from "../../../src/hardhat/guard/judge-connection.ts";

const ROUTER = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const CONFIRMED: GuardReadings = {
  chain: { verdict: "right" },
  routerPath: "registry.Router",
  router: ROUTER,
  code: { ok: true, value: { kind: "code", code: "0x01", size: 1 } },
};

describe("judgeConnection", () => {
  it("given the right chain without a doubt and code at the router, is confirmed", () => {
    expect(judgeConnection(CONFIRMED)).to.deep.equal({ verdict: "confirmed" });
  });

  const chains: readonly GuardReadings["chain"][] = [
    { verdict: "right" },
    { verdict: "right", doubt: "block 0 could not be read" },
    { verdict: "unknown", reason: "silent" },
    {
      verdict: "wrong",
      found: { by: "chain-id", chainId: 1 },
      reason: "it serves another",
    },
  ];
  const codes: readonly GuardReadings["code"][] = [
    undefined,
    { ok: false, reason: "silent" },
    { ok: true, value: { kind: "none" } },
    { ok: true, value: { kind: "delegated", code: "0x01", target: ROUTER } },
    CONFIRMED.code,
  ];

  it("given anything less, is never confirmed, and says why", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...chains),
        fc.constantFrom(...codes),
        fc.constantFrom(undefined, ROUTER),
        (chain, code, router) => {
          const judged = judgeConnection({ ...CONFIRMED, chain, code, router });
          const isComplete =
            chain === chains[0] &&
            code === CONFIRMED.code &&
            router !== undefined;
          expect(judged.verdict === "confirmed").to.equal(isComplete);
          if (judged.verdict !== "confirmed") {
            expect(judged.reason).not.to.equal("");
            expect(judged.verdict === "wrong").to.equal(
              chain.verdict === "wrong",
            );
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});
