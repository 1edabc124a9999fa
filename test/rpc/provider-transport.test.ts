import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { createProviderTransport } from "../../src/rpc/provider-transport.ts";

/** Reverts with one word, 42. */
const REVERTING_CALL = {
  from: `0x${"0".repeat(40)}`,
  gas: "0x3d0900",
  data: "0x602a60005260206000fd",
};

describe("createProviderTransport", () => {
  it("given a simulated connection, answers in-process and keeps errors' codes and data", async function () {
    this.timeout(30_000);
    const hre = await createHardhatRuntimeEnvironment({});
    const connection = await hre.network.create();
    try {
      const transport = createProviderTransport(connection.provider);

      expect(transport.endpoint).to.equal("in-process");
      expect(await transport.request("eth_chainId", [])).to.deep.equal({
        ok: true,
        result: "0x7a69",
      });
      expect(await transport.request("eth_noSuchMethod", [])).to.include({
        ok: false,
        kind: "rpc-error",
        code: -32004,
      });
      expect(
        await transport.request("eth_call", [REVERTING_CALL, "latest"]),
      ).to.deep.include({
        ok: false,
        kind: "rpc-error",
        code: 3,
        data: `0x${"2a".padStart(64, "0")}`,
      });
      await transport.close();
      const chainId = await connection.provider.request({
        method: "eth_chainId",
      });
      expect(chainId).to.equal("0x7a69");
    } finally {
      await connection.close();
    }
  });

  for (const [title, thrown] of Object.entries({
    "an error without a code": new Error("boom \u001b[31m\n".repeat(100)),
    "an object without a prototype": Object.create(null),
  })) {
    it(`given a provider that throws ${title}, is unreachable with a printable reason`, async () => {
      const transport = createProviderTransport({
        request: async () => {
          throw thrown;
        },
      });
      const reply = await transport.request("eth_chainId", []);

      expect(reply).to.include({ ok: false, kind: "unreachable" });
      expect(reply)
        .to.have.property("reason")
        .that.matches(/^[^\p{C}]{8,300}$/u);
    });
  }

  it("given no result at all, is malformed; given null, hands it on", async () => {
    const results: unknown[] = [undefined, null];
    const transport = createProviderTransport({
      request: async () => results.shift(),
    });
    expect(await transport.request("any", [])).to.include({
      ok: false,
      kind: "malformed",
    });
    expect(await transport.request("any", [])).to.deep.equal({
      ok: true,
      result: null,
    });
  });

  it("given a provider that never answers, closing ends the request", async () => {
    const transport = createProviderTransport({
      request: () => new Promise(() => undefined),
    });
    const asked = transport.request("any", []);
    await transport.close();

    expect(await asked).to.include({ ok: false, kind: "unreachable" });
    expect(await transport.request("any", [])).to.include({
      ok: false,
      kind: "unreachable",
    });
  });

  it("given a deadline, then what is asked by then ends with it, and what is asked later at once", async () => {
    const transport = createProviderTransport(
      { request: () => new Promise(() => {}) },
      { deadline: Date.now() + 50 },
    );
    const timeout = {
      ok: false,
      kind: "timeout",
      reason:
        "the network's time limit was reached: check the node that it forks",
    };

    expect(await transport.request("eth_chainId", [])).to.deep.equal(timeout);
    expect(await transport.request("eth_chainId", [])).to.deep.equal(timeout);
    await transport.close();
  });
});
