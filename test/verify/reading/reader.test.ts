import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { CALL_MAGIC } from "../../../src/rpc/probe-calls.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { NetworkReader } from "../../../src/verify/reading/network-reader.ts";
import type { BlockReader } from "../../../src/verify/reading/reader.ts";

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

/** A reader of what answers so, and the blocks that it named. */
function readerOf(answer: Answer) {
  const blocks: unknown[] = [];
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    // Retries once what cannot be used, as a transport over HTTP does.
    request: async (method, params, isUsable = () => true) => {
      const block =
        method === "eth_getBlockByNumber" ? params[0] : params.at(-1);
      const ask = () => {
        blocks.push(block);
        return answer(method, block, params);
      };
      const reply = ask();
      return reply.ok && !isUsable(reply.result) ? ask() : reply;
    },
    close: async () => {},
  };
  const network = new NetworkReader(transport, {
    chainId: CHAIN_ID,
    chainsWithSameId: [],
  });
  return { blocks, network, reader: network.at(BLOCK) };
}

/** A program that ran so, whose only call returned its own data. */
const ran =
  (header: string): Answer =>
  (_method, _block, [call]) => {
    const control = String(Object(call).data).slice(-64);
    return {
      ...rpcError(3, "execution reverted"),
      data: `0x${header}02${"20".padStart(8, "0")}${control}`,
    };
  };

async function readSlot(reader: BlockReader) {
  const [word] = await reader.readSlots([[ADDRESS, SLOT]]);
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
  "a client that crashes": rpcError(-32603, "Internal error"),
  "a client that cannot tell the id": failure("malformed"),
};
const MISSING_BLOCKS: Readonly<Record<string, Reply>> = {
  geth: rpcError(-32000, "header for hash not found"),
  anvil: rpcError(-32001, "Resource not found"),
  EDR: rpcError(
    -32000,
    "Received invalid block tag 0xab. Latest block number is 0",
  ),
  Nethermind: rpcError(-32001, "0xab could not be found"),
  Besu: rpcError(-32602, "Block not found"),
};

describe("BlockReader", () => {
  it("given an endpoint that takes a block's hash, then every read names the block by it", async () => {
    const { reader, blocks } = readerOf(always("0x60"));

    await reader.readCode(ADDRESS);
    await reader.readNonce(ADDRESS);
    await readSlot(reader);
    await reader.readCalls([{ to: ADDRESS, data: "0x" }]);
    await reader.probeCodes([ADDRESS]);
    await reader.probeCalls([{ to: ADDRESS, data: "0x" }]);

    // With the control next to the call.
    expect(blocks).to.deep.equal(Array(7).fill(BY_HASH));
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

  it("given a method that refuses the hash, then another method is asked by hash all the same", async () => {
    const { reader, blocks } = readerOf((method, block) =>
      method === "eth_getStorageAt" && typeof block === "object"
        ? rpcError(-32700, "no object")
        : { ok: true, result: WORD },
    );

    await readSlot(reader);
    await reader.readCode(ADDRESS);

    expect(blocks).to.deep.equal([BY_HASH, "0x7", BY_HASH]);
  });

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

  describe("given an endpoint of several backends, of which some refuse a block's hash", () => {
    const refusal = rpcError(-32602, "invalid argument 1");

    /** A reader whose connections reach these backends, the first one at first. */
    function readerOfPool(backends: readonly ("takes" | "refuses")[]) {
      let connections = 0;
      let open = 0;
      const blocks: unknown[] = [];
      const connect = (): RpcTransport => {
        const kind = backends[connections++ % backends.length];
        open += 1;
        return {
          endpoint: "http://127.0.0.1",
          request: async (_method, params) => {
            const block = params.at(-1);
            blocks.push(block);
            return kind === "refuses" && typeof block === "object"
              ? refusal
              : { ok: true, result: WORD };
          },
          separate: connect,
          close: async () => {
            open -= 1;
          },
        };
      };
      const expected = { chainId: CHAIN_ID, chainsWithSameId: [] };
      const reader = new NetworkReader(connect(), expected).at(BLOCK);
      return { reader, blocks, openConnections: () => open };
    }

    it("then one that takes it is found over another connection, and nothing is read by number", async () => {
      const { reader, blocks, openConnections } = readerOfPool([
        "refuses",
        "refuses",
        "takes",
      ]);

      expect(await readSlot(reader)).to.deep.equal({ ok: true, value: WORD });
      expect(await readSlot(reader)).to.deep.equal({ ok: true, value: WORD });
      expect(new Set(blocks)).to.deep.equal(new Set([BY_HASH]));
      expect(reader.unpinnedReads).to.equal(0);
      expect(openConnections()).to.equal(1);
    });

    it("then a hash that was taken once is sent again until it is taken", async () => {
      const { reader } = readerOfPool([
        "refuses",
        "takes",
        ...Array<"refuses">(9).fill("refuses"),
      ]);

      for (let read = 0; read < 3; read += 1) {
        expect((await readSlot(reader))?.ok).to.equal(true);
      }
      expect(reader.unpinnedReads).to.equal(0);
    });

    it("then, if none of four takes it, the block is named by its number", async () => {
      const { reader, blocks } = readerOfPool(["refuses"]);

      expect((await readSlot(reader))?.ok).to.equal(true);
      expect(blocks).to.deep.equal([...Array(4).fill(BY_HASH), "0x7"]);
    });
  });

  it("given an answer that cannot be decoded, then the transport retries it, at the same block", async () => {
    let reads = 0;
    const { reader, blocks } = readerOf(() => ({
      ok: true,
      result: reads++ === 0 ? null : WORD,
    }));

    expect(await readSlot(reader)).to.deep.equal({
      ok: true,
      value: WORD,
    });
    expect(blocks).to.deep.equal([BY_HASH, BY_HASH]);
  });

  for (const [title, chainId, number, isHere] of [
    ["the expected chain at the pinned block", CHAIN_ID, 7, true],
    ["a later block", CHAIN_ID, 8, false],
    ["an older block", CHAIN_ID, 6, false],
    ["another chain", 100, 7, false],
  ] as const) {
    it(`given a program that ran on ${title}, then it ${isHere ? "counts" : "does not count"}`, async () => {
      const header = [CALL_MAGIC, BigInt(chainId), BigInt(number), 0n]
        .map((value) => value.toString(16).padStart(64, "0"))
        .join("");
      const { reader } = readerOf(ran(header));
      reader.evidence.noteChainId({ ok: true, value: CHAIN_ID });

      const run = await reader.probeCalls([]);

      expect(run && reader.isHere(run.origin)).to.equal(isHere);
      expect(reader.evidence.contradiction === undefined).to.equal(
        chainId === CHAIN_ID,
      );
      expect(reader.unpinnedReads).to.equal(0);
    });
  }

  for (const [title, number, time, isByNumber, isDoubted] of [
    ["a block's number and its time", 7n, 1_700_000_000, true, false],
    ["a block's number and another time", 7n, 1_700_000_002, true, true],
    // The hash tells the block, so the node has a clock of its own for calls.
    [
      "a block's number and another time, by its hash",
      7n,
      1_700_000_002,
      false,
      false,
    ],
    // As Anvil does until it has mined a block.
    ["the number of the first block and another time", 0n, 1, true, false],
  ] as const) {
    it(`given a program that ran at ${title}, then ${isDoubted ? "nothing shows" : "nothing is against it"} that it ran on the block`, async () => {
      const header = [CALL_MAGIC, BigInt(CHAIN_ID), number, BigInt(time)]
        .map((value) => value.toString(16).padStart(64, "0"))
        .join("");
      const refusal = rpcError(-32602, "invalid argument 1");
      const { reader } = readerOf((method, block, params) =>
        isByNumber && typeof block === "object"
          ? refusal
          : ran(header)(method, block, params),
      );
      reader.evidence.noteHeader({
        ok: true,
        value: {
          ...reader.block,
          number,
          timestamp: 1_700_000_000,
          timestampUnit: "s",
        },
      });

      const run = await reader.probeCalls([]);

      expect(run).not.to.equal(undefined);
      const { contradiction } = reader.evidence;
      expect(contradiction !== undefined).to.equal(isDoubted);
      expect(contradiction ?? "").not.to.contain("more than one chain");
    });
  }

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

  it("given an endpoint that does not run the probe, then its network's reader knows, at whatever block it was tried", async () => {
    const { reader, network } = readerOf(always("0x"));
    expect(reader.evidence.runsProbe).to.equal(undefined);

    await network.probeCodes([ADDRESS]);

    expect(reader.evidence.runsProbe).to.equal(false);
  });
});

describe("BlockReader.recheckBlock", () => {
  const header = (hash: Hex) => ({ number: "0x7", hash, timestamp: "0x1" });

  /** What is found after a read by number, on an endpoint that answers so. */
  async function recheck(chainId: unknown, block: unknown) {
    const { reader } = readerOf((method, named, params) => {
      switch (method) {
        case "eth_chainId":
          return { ok: true, result: chainId };
        case "eth_getBlockByNumber":
          expect(named).to.equal("0x7");
          return { ok: true, result: block };
        default:
          return byHash(rpcError(-32602, "no object"), WORD)(
            method,
            named,
            params,
          );
      }
    });
    reader.evidence.noteChainId({ ok: true, value: CHAIN_ID });
    await readSlot(reader);
    return await reader.recheckBlock();
  }

  it("given the same chain id and block as before, then reads by number count", async () => {
    expect(await recheck("0x7ec8", header(BLOCK.hash))).to.equal(undefined);
  });

  for (const [title, chainId, block, reason] of [
    [
      "another chain id",
      "0x64",
      header(BLOCK.hash),
      /^answers come from more than one chain: the endpoint answers for the chain ids 100 and 32456$/,
    ],
    [
      "another block of that number",
      "0x7ec8",
      header(`0x${"cd".repeat(32)}`),
      /the endpoint has another block at that number$/,
    ],
    [
      "no block of that number",
      "0x7ec8",
      null,
      /^the chain of the reads is not certain, since the block could not be read again: /,
    ],
  ] as const) {
    it(`given ${title}, then they prove nothing`, async () => {
      expect(await recheck(chainId, block)).to.match(reason);
    });
  }

  it("given reads by hash beside a probe, then nothing more is asked", async () => {
    const { reader, blocks } = readerOf(always(WORD));
    reader.evidence.runsProbe = true;
    await readSlot(reader);

    expect(await reader.recheckBlock()).to.equal(undefined);
    expect(blocks).to.deep.equal([BY_HASH]);
  });
});
