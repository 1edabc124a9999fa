import { expect } from "chai";

import type { Decoded } from "../../src/base/records.ts";
import { recogniseSandbox } from "../../src/connect/recognise-sandbox.ts";
import { SANDBOX_DEPLOYER } from "../../src/networks/sandbox-deployer.ts";

const NONE: Decoded<bigint> = { ok: true, value: 0n };
const SOME: Decoded<bigint> = { ok: true, value: 5n };
const UNREAD: Decoded<bigint> = { ok: false, reason: "no answer" };

const recognised = (deployer: Decoded<bigint>, others: Decoded<bigint>) =>
  recogniseSandbox(async (account) =>
    account === SANDBOX_DEPLOYER ? deployer : others,
  );

describe("recogniseSandbox", () => {
  it("given a deployer that has sent transactions, and no other account, then it is a sandbox", async () => {
    expect(await recognised(SOME, NONE)).to.deep.equal({
      ok: true,
      value: true,
    });
  });

  it("given a deployer that has sent none, then it is none, whatever other accounts did", async () => {
    for (const others of [NONE, SOME, UNREAD]) {
      expect(await recognised(NONE, others)).to.deep.equal({
        ok: true,
        value: false,
      });
    }
  });

  it("given a node with the same answer for every account, then it is none", async () => {
    expect(await recognised(SOME, SOME)).to.deep.equal({
      ok: true,
      value: false,
    });
  });

  it("given an answer that could not be read, then it is unknown", async () => {
    expect(await recognised(UNREAD, NONE)).to.deep.equal(UNREAD);
    expect(await recognised(SOME, UNREAD)).to.deep.equal(UNREAD);
  });

  it("given a deployer that has sent transactions by one of the reads only, then it is none", async () => {
    for (const odd of [0, 1, 2]) {
      let reads = 0;
      const sandbox = await recogniseSandbox(async (account) =>
        account === SANDBOX_DEPLOYER && reads++ === odd ? SOME : NONE,
      );

      expect(sandbox).to.deep.equal({ ok: true, value: false });
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
