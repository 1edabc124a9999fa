import { expect } from "chai";
import type { Hex } from "../../src/base/hex.ts";
import type { Reply } from "../../src/http/types.ts";
import { CALL_MAGIC } from "../../src/rpc/probe-calls.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { type BlockForm, NetworkReader } from "../../src/verify/reader.ts";

const CHAIN_ID = 32456;
const BLOCK = { number: 7n, hash: `0x${"ab".repeat(32)}` } as const;
const BY_HASH = { blockHash: BLOCK.hash };
const ADDRESS: Hex = `0x${"12".repeat(20)}`;
const SLOT: Hex = `0x${"34".repeat(32)}`;
const WORD: Hex = `0x${"00".repeat(31)}05`;

type Answer = (method: string, block: unknown) => Reply;

/** A reader of what answers so, and the blocks that it named. */
function readerOf(answer: Answer) {
  const blocks: unknown[] = [];
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    request: async (method, params) => {
      blocks.push(params.at(-1));
      return answer(method, params.at(-1));
    },
    close: async () => {},
  };
  const network = new NetworkReader(transport, {
    chainId: CHAIN_ID,
    chainsWithSameId: [],
  });
  return { blocks, network, reader: network.at(BLOCK) };
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
const REFUSAL = rpcError(
  -32602,
  "invalid argument 1: json: cannot unmarshal object",
);
const LACKS_BLOCK = rpcError(-32000, "header for hash not found");
/** Answers by hash with one reply, and otherwise with a result. */
const byHash =
  (reply: Reply, result: unknown): Answer =>
  (_, block) =>
    typeof block === "object" ? reply : { ok: true, result };

describe("BlockReader", () => {
  for (const [form, block] of [
    ["number", "0x7"],
    ["latest", "latest"],
    ["hash-or-number", BY_HASH],
    ["hash-or-latest", BY_HASH],
  ] as const satisfies readonly (readonly [BlockForm, unknown])[]) {
    it(`given an endpoint that takes every form, when code is read by ${form}, then it is named so, and only what is not named by hash counts as unpinned`, async () => {
      const { reader, blocks } = readerOf(always("0x60"));

      const { kind } = await reader.readCode(ADDRESS, form);

      expect(kind).to.equal("code");
      expect(blocks).to.deep.equal([block]);
      expect(reader.observations.unpinnedReads).to.equal(
        block === BY_HASH ? 0 : 1,
      );
    });
  }

  for (const [form, fallback] of [
    ["hash-or-number", "0x7"],
    ["hash-or-latest", "latest"],
  ] as const) {
    it(`given an endpoint that refuses a block's hash, when code is read by ${form}, then it is read by ${fallback}, and no hash is tried again`, async () => {
      const { reader, blocks } = readerOf(byHash(REFUSAL, "0x60"));

      await reader.readCode(ADDRESS, form);
      const { kind } = await reader.readCode(ADDRESS, form);

      expect(kind).to.equal("code");
      expect(blocks).to.deep.equal([BY_HASH, fallback, fallback]);
      expect(reader.observations.takesBlockHash).to.equal(false);
      expect(reader.observations.unpinnedReads).to.equal(2);
    });

    it(`given a backend without the block of that hash, when code is read by ${form}, then it is unknown, by no other block, and the observation is kept`, async () => {
      const { reader, blocks } = readerOf(byHash(LACKS_BLOCK, "0x60"));

      const reading = await reader.readCode(ADDRESS, form);

      expect(reading).to.deep.equal({
        kind: "unknown",
        reason: "header for hash not found",
      });
      expect(blocks).to.deep.equal([BY_HASH]);
      expect(reader.observations.lacksBlock).to.equal(true);
    });
  }

  it("given backends of which one takes a block's hash and another refuses it, then the refused read falls back, and later ones try the hash again", async () => {
    let reads = 0;
    const { reader, blocks } = readerOf((_, block) => {
      reads += 1;
      return reads === 2 && typeof block === "object"
        ? REFUSAL
        : { ok: true, result: WORD };
    });

    for (let read = 1; read <= 3; read += 1) {
      expect((await reader.readSlot(ADDRESS, SLOT)).ok).to.equal(true);
    }

    expect(blocks).to.deep.equal([BY_HASH, BY_HASH, "0x7", BY_HASH]);
    expect(reader.observations.takesBlockHash).to.equal(true);
  });

  it("given an answer by hash that is no word, then the slot is read by number, which names the same block", async () => {
    const { reader, blocks } = readerOf(
      byHash({ ok: true, result: null }, WORD),
    );

    expect(await reader.readSlot(ADDRESS, SLOT)).to.deep.equal({
      ok: true,
      value: WORD,
    });
    expect(blocks).to.deep.equal([BY_HASH, "0x7"]);
  });

  it("given an answer by hash that is no code, then the latest block, which is another one, does not stand in for it", async () => {
    const { reader, blocks } = readerOf(
      byHash({ ok: true, result: null }, "0x"),
    );

    const { kind } = await reader.readCode(ADDRESS, "hash-or-latest");

    expect(kind).to.equal("unknown");
    expect(blocks).not.to.include("latest");
  });

  it("given a nonce, a call and programs, then all are at the pinned block's number", async () => {
    const { reader, blocks } = readerOf(always("0x5"));

    expect(await reader.readNonce(ADDRESS)).to.deep.equal({
      ok: true,
      value: 5n,
    });
    await reader.readCall({ to: ADDRESS, data: "0x" });
    await reader.probeCodes([ADDRESS]);
    await reader.probeCalls([{ to: ADDRESS, data: "0x" }]);

    expect(blocks).to.deep.equal(["0x7", "0x7", "0x7", "0x7"]);
  });

  for (const [title, chainId, number, otherChainIds, lacksBlock] of [
    ["the expected chain at the pinned block", CHAIN_ID, 7, [], false],
    ["a later block", CHAIN_ID, 8, [], false],
    ["an older block", CHAIN_ID, 6, [], true],
    ["another chain", 100, 7, [100n], false],
  ] as const) {
    it(`given a program that ran on ${title}, then the observations say so`, async () => {
      const header = [CALL_MAGIC, BigInt(chainId), BigInt(number), 0n]
        .map((value) => value.toString(16).padStart(64, "0"))
        .join("");
      const { reader, network } = readerOf(() => ({
        ...rpcError(3, "execution reverted"),
        data: `0x${header}`,
      }));

      const answer = await reader.probeCalls([]);

      expect(answer.ok).to.equal(true);
      expect([...network.observations.otherChainIds]).to.deep.equal(
        otherChainIds,
      );
      expect(network.observations.lacksBlock).to.equal(lacksBlock);
    });
  }

  it("given an endpoint that does not run the probe, then its network's reader knows, at whatever block it was tried", async () => {
    const { reader, network } = readerOf(always("0x"));
    expect(reader.observations.runsProbe).to.equal(undefined);

    await network.probeCodes([ADDRESS]);

    expect(reader.observations.runsProbe).to.equal(false);
  });
});
