import { expect } from "chai";
import { askAll } from "../../../src/verify/asking/ask-all.ts";
import { NetworkReader } from "../../../src/verify/asking/network-reader.ts";
import { anchorsOf } from "../../../src/verify/audit.ts";
import {
  type ModelNode,
  modelNode,
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

async function readAnchors(request: ModelNode) {
  const network = new NetworkReader(
    { endpoint: "http://127.0.0.1", request, close: async () => {} },
    { chainId: CHAIN_ID, chainsWithSameId: [] },
  );
  const toRead = { block: LOCKED };
  const reader = network.at({ number: HEAD, hash: `0x${"ab".repeat(32)}` });
  const answers = await askAll(reader, (one) => anchorsOf(one, toRead));
  return anchorsOf(answers, toRead);
}

describe("the blocks that tell a chain", () => {
  it("given a node that returns another block in place of block 0 and of the locked block, then it has the hash of neither", async () => {
    const { reason, genesisHash, ...blocks } = await readAnchors(latestOnly);

    expect(genesisHash).to.equal(undefined);
    expect(blocks).to.deep.equal({ block: undefined, settled: undefined });
    expect(reason).to.equal("the node returned block 1000 in place of block 0");
  });
});
