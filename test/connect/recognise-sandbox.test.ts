import { expect } from "chai";

import type { Decoded } from "../../src/base/records.ts";
import { recogniseSandbox } from "../../src/connect/recognise-sandbox.ts";
import { SANDBOX_DEPLOYER } from "../../src/networks/sandbox-deployer.ts";

const NONE: Decoded<bigint> = { ok: true, value: 0n };
const SOME: Decoded<bigint> = { ok: true, value: 5n };
const UNREAD = { ok: false, reason: "no answer" } as const;
const IS: Decoded<boolean> = { ok: true, value: true };
const IS_NOT: Decoded<boolean> = { ok: true, value: false };

describe("recogniseSandbox", () => {
  for (const [title, deployer, others, expected] of [
    ["a deployer that alone has sent transactions", SOME, NONE, IS],
    ["a deployer that has sent none", NONE, NONE, IS_NOT],
    ["other accounts that have", NONE, SOME, IS_NOT],
    ["no nonce of others, and none of the deployer", NONE, UNREAD, IS_NOT],
    ["no answer for the deployer", UNREAD, NONE, UNREAD],
    ["no answer for other accounts", SOME, UNREAD, UNREAD],
  ] as const) {
    it(`given ${title}, then it is ${JSON.stringify(expected)}`, async () => {
      expect(
        await recogniseSandbox(async (account) =>
          account === SANDBOX_DEPLOYER ? deployer : others,
        ),
      ).to.deep.equal(expected);
    });
  }

  it("given a deployer that has sent transactions by one of the reads only, then it is none", async () => {
    for (const odd of [0, 1, 2]) {
      let reads = 0;
      const sandbox = await recogniseSandbox(async (account) =>
        account === SANDBOX_DEPLOYER && reads++ === odd ? SOME : NONE,
      );

      expect(sandbox).to.deep.equal(IS_NOT);
    }
  });

  it("asks for another random account each time", async () => {
    const asked = new Set<string>();
    for (let run = 0; run < 3; run++) {
      await recogniseSandbox(async (account) => {
        asked.add(account);
        return NONE;
      });
    }

    expect(asked.size).to.equal(4);
    for (const account of asked) {
      expect(account).to.match(/^0x[0-9a-f]{40}$/);
    }
  });
});
