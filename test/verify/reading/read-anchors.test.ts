import { expect } from "chai";
import { NetworkReader } from "../../../src/verify/reading/network-reader.ts";
import { readAnchors } from "../../../src/verify/reading/read-anchors.ts";
import {
  type ModelNode,
  modelNode,
  rpcError,
} from "../../support/node-model/model-chain.ts";

const CHAIN_ID = 32456;
const HEAD = 1_000n;
const LOCKED = 900n;

const node = modelNode({
  chainId: CHAIN_ID,
  name: "devnet",
  head: HEAD,
  timestamp: 1_700_000_000,
  state: {
    codeOf: async () => "0x",
    slotOf: async () => "0x0",
    nonceOf: async () => "0x0",
    call: async () => undefined,
  },
});

/** A node that answers with its latest block, whatever number it is asked for. */
const latestOnly: ModelNode = async (method, [, ...others]) =>
  await node(method, ["latest", ...others]);

const anchorsOf = async (request: ModelNode, block?: bigint) =>
  await readAnchors(
    new NetworkReader(
      { endpoint: "http://127.0.0.1", request, close: async () => {} },
      { chainId: CHAIN_ID, chainsWithSameId: [] },
    ),
    HEAD,
    { block },
  );

describe("readAnchors", () => {
  it("given a locked block, then its hash and that of block 0 are read", async () => {
    const anchors = await anchorsOf(node, LOCKED);

    expect(anchors.block?.number).to.equal(String(LOCKED));
    expect(anchors.block?.hash).to.match(/^0x/);
    expect(anchors.genesisHash).to.match(/^0x/);
    expect(anchors.reason).to.equal(undefined);
  });

  for (const [title, block] of [
    ["the locked block", LOCKED],
    ["a settled block", undefined],
  ] as const) {
    it(`given a node that returns another block in place of block 0 and of ${title}, then it has the hash of neither`, async () => {
      const { reason, genesisHash, ...blocks } = await anchorsOf(
        async (method, params) =>
          params[0] === "finalized"
            ? rpcError(-32000, "finalized block not found")
            : await latestOnly(method, params),
        block,
      );

      expect(genesisHash).to.equal(undefined);
      expect(blocks).to.deep.equal({ block: undefined, settled: undefined });
      expect(reason).to.equal(
        "the node returned block 1000 in place of block 0",
      );
    });
  }
});
