import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { NO_BLOCK } from "../../../src/rpc/named-block.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { BlockReader } from "../../../src/verify/asking/block-reader.ts";
import { NetworkReader } from "../../../src/verify/asking/network-reader.ts";
import { askCodes } from "../../support/ask-chain.ts";

const CHAIN_ID = 32456;
const BLOCK = { number: 7n, hash: `0x${"ab".repeat(32)}` } as const;
const BY_HASH = { blockHash: BLOCK.hash };
const ADDRESS: Hex = `0x${"12".repeat(20)}`;
const SLOT: Hex = `0x${"34".repeat(32)}`;
const WORD: Hex = `0x${"00".repeat(31)}05`;

type Answer = (
  method: string,
  block: unknown,
  params: readonly unknown[],
) => Reply;

/**
 * A reader of what answers so and knows that a block does not exist, and the blocks
 * that it named otherwise.
 */
function readerOf(answer: Answer) {
  const blocks: unknown[] = [];
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    request: async (method, params) => {
      const block =
        method === "eth_getBlockByNumber" ? params[0] : params.at(-1);
      if (block === NO_BLOCK) {
        return rpcError(-32000, "header for hash not found");
      }
      blocks.push(block);
      return answer(method, block, params);
    },
    // One backend may answer a whole batch, so that calls need requests of their own.
    requestBatch: async (calls) => {
      expect(calls.map(({ method }) => method)).not.to.include("eth_call");
      return calls.map(() => undefined);
    },
    close: async () => {},
  };
  const network = new NetworkReader(transport, {
    chainId: CHAIN_ID,
    chainsWithSameId: [],
  });
  return { blocks, network, reader: network.at(BLOCK) };
}

async function readSlot(reader: BlockReader) {
  const [word] = await reader.readSlots([[ADDRESS, SLOT]], true);
  return word;
}

const always =
  (result: unknown): Answer =>
  () => ({ ok: true, result });
const rpcError = (code: number, reason: string): Reply => ({
  ok: false,
  kind: "rpc-error",
  code,
  reason,
});
const failure = (kind: "timeout" | "malformed"): Reply => ({
  ok: false,
  kind,
  reason: kind,
});
/** Answers by hash with one reply, and otherwise with a result. */
const byHash =
  (reply: Reply, result: unknown): Answer =>
  (_, block) =>
    typeof block === "object" ? reply : { ok: true, result };

const REFUSALS: Readonly<Record<string, Reply>> = {
  geth: rpcError(-32602, "invalid argument 1: json: cannot unmarshal object"),
  ganache: rpcError(-32700, 'Cannot wrap a "object" as a json-rpc type'),
  "another client": rpcError(-32000, "hex string expected"),
  "a client without an argument": rpcError(
    -32602,
    "missing value for required argument 2",
  ),
  "a client that cannot tell the id": failure("malformed"),
};
const MISSING_BLOCKS: Readonly<Record<string, Reply>> = {
  geth: rpcError(-32000, "header for hash not found"),
  anvil: rpcError(-32001, "Resource not found"),
  EDR: rpcError(-32000, "Received invalid block tag 0xab."),
  Besu: rpcError(-32602, "Block not found"),
};

describe("BlockReader", () => {
  for (const [title, reply] of Object.entries<Reply>({
    "0x00": { ok: true, result: "0x00" },
    "an empty text": { ok: true, result: "" },
    "an error of Polygon Edge": rpcError(-32603, "unable to fetch code"),
    "no answer in time": failure("timeout"),
  })) {
    it(`given ${title} for a code, and no program that tells its size, then it is unknown whether there is any`, async () => {
      const { reader } = readerOf((method) =>
        method === "eth_getCode" ? reply : { ok: true, result: "0x" },
      );

      const codes = await askCodes(reader, [ADDRESS]);

      expect([...codes.values()].map(({ kind }) => kind)).to.eql(["unknown"]);
    });
  }

  it("given an endpoint that takes a block's hash, then every read names the block by it", async () => {
    const { reader, blocks } = readerOf(always("0x60"));

    await reader.readCode(ADDRESS);
    await reader.readNonce(ADDRESS);
    await readSlot(reader);
    await reader.readCalls(Array(2).fill({ to: ADDRESS, data: "0x" }), false);
    await reader.probeCodes([ADDRESS]);
    await reader.probeCalls([{ to: ADDRESS, data: "0x" }]);

    // With the control next to the calls.
    expect(blocks).to.deep.equal(Array(8).fill(BY_HASH));
    expect(reader.unpinnedReads).to.equal(0);
  });

  for (const [client, refusal] of Object.entries(REFUSALS)) {
    it(`given the refusal of ${client}, then the block is named by its number, and no hash is tried again`, async () => {
      const { reader, blocks } = readerOf(byHash(refusal, WORD));

      await readSlot(reader);
      const slot = await readSlot(reader);

      expect(slot).to.deep.equal({ ok: true, value: WORD });
      expect(blocks).to.deep.equal([BY_HASH, "0x7", "0x7"]);
      expect(reader.unpinnedReads).to.equal(2);
    });
  }

  for (const [what, reply] of [
    ...Object.entries(MISSING_BLOCKS).map(
      ([client, one]) => [`a missing block of ${client}`, one] as const,
    ),
    ["no response", failure("timeout")],
  ] as const) {
    it(`given ${what}, then that is no refusal of the hash, and no other block is read`, async () => {
      const { reader, blocks } = readerOf(byHash(reply, "0x60"));

      const reading = await reader.readCode(ADDRESS);

      expect(reading.kind).to.equal("unknown");
      expect(blocks).to.deep.equal([BY_HASH]);
    });
  }

  it("given a method that took a hash before, then a later refusal proves nothing and is not worked around: it may be of a backend of another chain", async () => {
    let reads = 0;
    const { reader, blocks } = readerOf(() => {
      reads += 1;
      return reads === 1
        ? { ok: true, result: WORD }
        : rpcError(-32602, "invalid argument 1");
    });

    expect((await readSlot(reader))?.ok).to.equal(true);
    expect((await readSlot(reader))?.ok).to.equal(false);
    expect(blocks).to.deep.equal([BY_HASH, BY_HASH]);
  });

  for (const [version, isZero] of [
    ["Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js", true],
    ["Geth/v1.16.7", false],
    [undefined, false],
  ] as const) {
    it(`given "0x" for a word from ${version ?? "a client that does not name itself"}, then it is ${isZero ? "zero" : "unknown"}`, async () => {
      const { network, reader } = readerOf((method) => ({
        ok: true,
        result: method === "web3_clientVersion" ? version : "0x",
      }));
      await network.readView();

      const word = await readSlot(reader);

      expect(word?.ok === true && word.value).to.equal(
        isZero ? `0x${"00".repeat(32)}` : false,
      );
    });
  }
});
