import { expect } from "chai";
import type { Decoded } from "../../src/base/records.ts";
import {
  SANDBOX_DEPLOYER,
  servesSandbox,
} from "../../src/connect/recognise-sandbox.ts";
import type { Reply } from "../../src/http/types.ts";

const NONE: Reply = { ok: true, result: "0x0" };
const SOME: Reply = { ok: true, result: "0x5" };
const NO_ANSWER: Reply = { ok: false, kind: "timeout", reason: "no answer" };
const UNREAD: Decoded<boolean> = { ok: false, reason: "no answer" };
const IS: Decoded<boolean> = { ok: true, value: true };
const IS_NOT: Decoded<boolean> = { ok: true, value: false };

/** A node that gives each account a nonce. */
const nodeOf = (nonceOf: (account: unknown) => Reply) => ({
  request: async (_method: string, [account]: readonly unknown[]) =>
    nonceOf(account),
});

describe("servesSandbox", () => {
  for (const [title, deployer, others, expected] of [
    ["a deployer that alone has sent transactions", SOME, NONE, IS],
    ["a deployer that has sent none", NONE, NONE, IS_NOT],
    ["other accounts that have", NONE, SOME, IS_NOT],
    ["no nonce of others, and none of the deployer", NONE, NO_ANSWER, IS_NOT],
    ["no answer for the deployer", NO_ANSWER, NONE, UNREAD],
    ["no answer for other accounts", SOME, NO_ANSWER, UNREAD],
  ] as const) {
    it(`given ${title}, then it is ${JSON.stringify(expected)}`, async () => {
      expect(
        await servesSandbox(
          nodeOf((account) =>
            account === SANDBOX_DEPLOYER ? deployer : others,
          ),
        ),
      ).to.deep.equal(expected);
    });
  }

  it("given a deployer that has sent transactions by one of the reads only, then it is none", async () => {
    for (const odd of [0, 1, 2]) {
      let reads = 0;
      const sandbox = await servesSandbox(
        nodeOf((account) =>
          account === SANDBOX_DEPLOYER && reads++ === odd ? SOME : NONE,
        ),
      );

      expect(sandbox).to.deep.equal(IS_NOT);
    }
  });

  it("asks for another random account each time", async () => {
    const asked = new Set<unknown>();
    for (let run = 0; run < 3; run++) {
      const node = nodeOf((account) => {
        asked.add(account);
        return NONE;
      });
      await servesSandbox(node);
    }

    expect(asked.size).to.equal(4);
    for (const account of asked) {
      expect(account).to.match(/^0x[0-9a-f]{40}$/);
    }
  });
});
