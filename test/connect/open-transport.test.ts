import { expect } from "chai";
import { prepareTransport } from "../../src/connect/open-transport.ts";
import { readNodeView } from "../../src/connect/read-node-view.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";

describe("prepareTransport", () => {
  it("given a network without a URL, or that Hardhat does not have, then there is no transport, and it says why", async () => {
    const hre = await createAlphaHre({ alpha: { preset: false } });
    const { devnet } = hre.config.networks;
    if (devnet === undefined) {
      throw new Error("no network");
    }

    expect(
      await prepareTransport(hre, {
        hardhatNetwork: "devnet",
        networkConfig: devnet,
      }),
    ).to.deep.equal({
      ok: false,
      reason: "its node URL is not set",
      remedy:
        "Set ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.",
    });
    expect(
      await prepareTransport(hre, { hardhatNetwork: null, reason: "taken" }),
    ).to.deep.equal({ ok: false, reason: "taken" });
  });
});

describe("readNodeView", () => {
  const header = (number: string) => ({
    number,
    hash: `0x${"ab".repeat(32)}`,
    timestamp: "0x1",
  });
  const EXPECTED = {
    chainId: 1,
    genesisHash: header("0x0").hash,
    chainsWithSameId: [],
  };

  const [first, head] = [header("0x0"), header("0x9")];
  for (const [title, batch, isHeadBound, single] of [
    ["all", [head, "0x1", first], true, []],
    ["no chain id", [head, null, first], false, []],
    ["the chain id and the head", [head, "0x1", null], false, ["0x0"]],
    ["no head", [null, "0x1", first], false, ["latest"]],
    ["nothing", undefined, false, ["latest", "0x0"]],
  ] as const) {
    it(`given a batch that is answered with ${title}, then what is missing is asked for alone`, async () => {
      const asked: unknown[] = [];
      const transport: RpcTransport = {
        endpoint: "test",
        request: async (method, [block]) => {
          if (method !== "eth_getBlockByNumber") {
            return { ok: true, result: "0x1" };
          }
          asked.push(block);
          return { ok: true, result: header(block === "0x0" ? "0x0" : "0x9") };
        },
        requestBatch: async () =>
          (batch ?? []).map((result) => ({ ok: true, result }) as const),
        close: async () => {},
      };

      const view = await readNodeView(transport, EXPECTED);

      expect(view.chainId).to.deep.equal({ ok: true, value: 1 });
      expect(view.genesis?.ok && view.genesis.value.number).to.equal(0n);
      expect(view.head.ok && view.head.value.number).to.equal(9n);
      expect(view.isHeadBound).to.equal(isHeadBound);
      expect(asked).to.deep.equal(single);
    });
  }
});
