import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import type { RpcCall, RpcTransport } from "../../../src/rpc/types.ts";
import type { Slot } from "../../../src/verify/reading/reader.ts";
import { blockReader } from "../../support/block-reader.ts";
import { rpcError } from "../../support/node-model/model-chain.ts";

const BLOCK = { number: 7n, hash: `0x${"ab".repeat(32)}` } as const;
const BY_HASH = { blockHash: BLOCK.hash };
const BY_NUMBER = "0x7";
const REFUSAL = rpcError(-32602, "invalid argument 2: cannot unmarshal object");
const SLOT: Hex = `0x${"34".repeat(32)}`;
const WORDS: readonly Slot[] = [1, 2, 3].map((digit) => [
  `0x${`${digit}`.repeat(40)}`,
  SLOT,
]);
/** The word of a contract is its address. */
const TRUTH = WORDS.map(([address]) => ({
  ok: true,
  value: `0x${address.slice(2).padStart(64, "0")}`,
}));

interface Asked {
  readonly kind: "batch" | "single";
  readonly count: number;
  readonly block: unknown;
}

type Answer = (call: RpcCall, block: unknown, isBatch: boolean) => Reply;

/** A node that takes batches, unless `answer` is undefined for them. */
function readerOf(answer: Answer, takesBatches = true) {
  const asked: Asked[] = [];
  const transport: RpcTransport = {
    endpoint: "test",
    close: async () => undefined,
    async request(method, params) {
      const block = params.at(-1);
      asked.push({ kind: "single", count: 1, block });
      return answer({ method, params }, block, false);
    },
    async requestBatch(calls) {
      const block = calls[0]?.params.at(-1);
      asked.push({ kind: "batch", count: calls.length, block });
      return calls.map((call) => {
        const reply = answer(call, block, true);
        return takesBatches && reply.ok ? reply : undefined;
      });
    },
  };
  return { asked, transport, reader: blockReader(transport, BLOCK, 32456) };
}

const truth: Answer = ({ params: [address] }) => ({
  ok: true,
  result: `0x${String(address).slice(2).padStart(64, "0")}`,
});

describe("BlockReader.readSlots", () => {
  it("given an endpoint that takes batches, then all words are read by one, at the block's hash", async () => {
    const { asked, reader } = readerOf(truth);

    expect(await reader.readSlots(WORDS)).to.deep.equal(TRUTH);
    expect(asked).to.deep.equal([{ kind: "batch", count: 3, block: BY_HASH }]);
    expect(reader.unpinnedReads).to.equal(0);
  });

  it("given one that refuses them, then each word is read by itself", async () => {
    const { asked, reader } = readerOf(truth, false);

    expect(await reader.readSlots(WORDS)).to.deep.equal(TRUTH);
    expect(asked.map(({ kind }) => kind)).to.deep.equal([
      "batch",
      "single",
      "single",
      "single",
    ]);
    expect(asked.every(({ block }) => block !== BY_NUMBER)).to.equal(true);
  });

  it("given a transport without batches, then each word is read by itself", async () => {
    const { asked, transport } = readerOf(truth);
    const { requestBatch: _, ...single } = transport;
    const reader = blockReader(single, BLOCK, 32456);

    expect(await reader.readSlots(WORDS)).to.deep.equal(TRUTH);
    expect(asked).to.have.lengthOf(3);
  });

  for (const [title, odd] of [
    ["no result", rpcError(-32002, "request timed out")],
    ["null", { ok: true, result: null }],
    ["a word that is cut off", { ok: true, result: "0x0011" }],
  ] as const) {
    it(`given ${title} for one word of a batch, then that one is read by itself`, async () => {
      const { asked, reader } = readerOf((call, block, isBatch) =>
        isBatch && call.params[0] === WORDS[1]?.[0]
          ? odd
          : truth(call, block, isBatch),
      );

      expect(await reader.readSlots(WORDS)).to.deep.equal(TRUTH);
      expect(asked).to.deep.equal([
        { kind: "batch", count: 3, block: BY_HASH },
        { kind: "single", count: 1, block: BY_HASH },
      ]);
    });
  }

  it("given an endpoint that refuses hashes, then one word shows that, and a batch reads the others by the block's number", async () => {
    const { asked, reader } = readerOf((call, block, isBatch) =>
      typeof block === "object" ? REFUSAL : truth(call, block, isBatch),
    );

    expect(await reader.readSlots(WORDS)).to.deep.equal(TRUTH);
    expect(asked).to.deep.equal([
      { kind: "batch", count: 3, block: BY_HASH },
      { kind: "single", count: 1, block: BY_HASH },
      { kind: "single", count: 1, block: BY_NUMBER },
      { kind: "batch", count: 2, block: BY_NUMBER },
    ]);
    expect(reader.unpinnedReads).to.equal(3);
  });

  it("given a hash that was taken before, then a backend that refuses it is not asked by number: it may be of another chain", async () => {
    let batches = 0;
    const { asked, reader } = readerOf((call, block, isBatch) => {
      batches += isBatch ? 1 : 0;
      return batches > WORDS.length ? REFUSAL : truth(call, block, isBatch);
    });

    await reader.readSlots(WORDS);
    const words = await reader.readSlots(WORDS);

    expect(words.map(({ ok }) => ok)).to.deep.equal([false, false, false]);
    expect(asked.filter(({ block }) => block === BY_NUMBER)).to.deep.equal([]);
  });

  it("given an endpoint that answers nothing, then every word is unknown, and is asked for no more often than one by one", async () => {
    const { asked, reader } = readerOf(() => ({
      ok: false,
      kind: "timeout",
      reason: "no response within 5 s",
    }));

    const words = await reader.readSlots(WORDS);

    expect(words).to.deep.equal(
      WORDS.map(() => ({ ok: false, reason: "no response within 5 s" })),
    );
    expect(asked).to.have.lengthOf(4);
  });
});

describe("BlockReader.readCalls", () => {
  it("given an endpoint that takes batches, then each call is made by itself, since one backend may take all batches", async () => {
    const { asked, reader } = readerOf(truth);

    await reader.readCalls(WORDS.map(([to]) => ({ to, data: "0x" })));

    expect(asked.map(({ kind }) => kind)).to.deep.equal(
      Array.from({ length: WORDS.length + 1 }, () => "single"),
    );
  });
});
