import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { NO_BLOCK } from "../../../src/rpc/named-block.ts";
import { PROBE_PROGRAM } from "../../../src/rpc/probe-codes.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { askAll } from "../../../src/verify/asking/ask-all.ts";
import { NetworkReader } from "../../../src/verify/asking/network-reader.ts";
import {
  earlyAnswers,
  readEarly,
} from "../../../src/verify/asking/read-early.ts";
import { codeAt } from "../../../src/verify/follow/code-at.ts";
import { Answers } from "../../../src/verify/questions/question.ts";
import type { CodeReading } from "../../../src/verify/questions/readings.ts";

const CHAIN_ID = 32456;
const BLOCK = { number: 100n, hash: `0x${"ab".repeat(32)}` } as const;
const HEAD = {
  ...BLOCK,
  parentHash: `0x${"cd".repeat(32)}`,
  timestamp: 1,
  timestampUnit: "s",
} as const;
const HASH = "12".repeat(32);
const PRESENT = addressesFrom(0, 30);
const ABSENT = addressesFrom(1_000, 40);

function addressesFrom(first: number, count: number): readonly Hex[] {
  return Array.from(
    { length: count },
    (_, index): Hex => `0x${(first + index).toString(16).padStart(40, "f")}`,
  );
}

/** A call of the probe, of which the first is 0. */
interface Call {
  readonly index: number;
}

interface ProbingEndpoint extends RpcTransport {
  /** Of `eth_getCode`, which reveals the code itself. */
  readonly singleReads: string[];
}

/** An endpoint that runs the probe: `sizeOf` is what it says of an address. */
function probingEndpoint(
  sizeOf: (address: string, call: Call) => number,
  {
    head = () => BLOCK.number,
    codeOf = (address) => (truth(address) === 0 ? "0x" : "0x6001"),
  }: {
    readonly head?: (call: Call) => bigint;
    readonly codeOf?: (address: string) => string;
  } = {},
): ProbingEndpoint {
  let calls = 0;
  const singleReads: string[] = [];
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  return {
    endpoint: "test",
    singleReads,
    close: async () => undefined,
    async request(method, params): Promise<Reply> {
      const [first] = params;
      if (params.at(-1) === NO_BLOCK) {
        const reason = "header for hash not found";
        return { ok: false, kind: "rpc-error", code: -32000, reason };
      }
      if (method === "eth_getCode") {
        singleReads.push(String(first));
        return { ok: true, result: codeOf(String(first)) };
      }
      const call = { index: calls++ };
      const { data = "" } = Object(first);
      const asked =
        String(data).slice(PROBE_PROGRAM.length).match(/.{40}/g) ?? [];
      const entries = asked.map((digits) => {
        const size = sizeOf(`0x${digits}`, call);
        return `${size.toString(16).padStart(8, "0")}${size === 0 ? "" : HASH}`;
      });
      const parent = BigInt(HEAD.parentHash);
      const words = [0x63616c70n, BigInt(CHAIN_ID), head(call), 1n, parent];
      const header = words.map(word);
      expect(header.join("").length).to.equal(2 * HEADER_BYTES);
      return {
        ok: false,
        kind: "rpc-error",
        reason: "reverted",
        code: 3,
        data: `0x${header.join("")}${entries.join("")}`,
      };
    },
  };
}

function truth(address: string): number {
  return PRESENT.some((one) => one === address) ? 2 : 0;
}

const readerOf = (transport: RpcTransport) =>
  new NetworkReader(transport, { chainId: CHAIN_ID, chainsWithSameId: [] });

async function read(transport: RpcTransport, isEarly = false) {
  const addresses = [...PRESENT, ...ABSENT];
  const reader = readerOf(transport);
  const pinned = reader.at(BLOCK);
  const lookUp = (answers: Answers) =>
    addresses.map((one) => [one, codeAt(one, answers)] as const);
  const nothing = new Answers();
  lookUp(nothing);
  const early = isEarly ? await readEarly(reader, nothing.open) : undefined;
  const readings = new Map(
    lookUp(
      await askAll(pinned, lookUp, {
        early: early && earlyAnswers(early, HEAD, pinned),
      }),
    ),
  );
  const kinds = (list: readonly Hex[]) =>
    new Set(list.map((address) => readings.get(address)?.kind));
  return { readings, present: kinds(PRESENT), absent: kinds(ABSENT) };
}

function reasonOf(reading: CodeReading | undefined): string {
  return reading?.kind === "unknown" ? reading.reason : "";
}

describe("many absences by the probe", () => {
  it("given an honest endpoint, then they are absent, by the probe and single reads of some of them and of a contract", async () => {
    const endpoint = probingEndpoint(truth);

    const { present, absent } = await read(endpoint);

    expect([...present]).to.deep.equal(["code"]);
    expect([...absent]).to.deep.equal(["none"]);
    expect(new Set(endpoint.singleReads.map(truth))).to.deep.equal(
      new Set([0, 2]),
    );
  });

  it("given a single read that denies a contract which the probe found, then no absence is proven and presence stands", async () => {
    const { readings, present, absent } = await read(
      probingEndpoint(truth, { codeOf: () => "0x" }),
    );

    expect([...present]).to.deep.equal(["code"]);
    expect([...absent]).to.deep.equal(["unknown"]);
    expect(reasonOf(readings.get(ABSENT[0] ?? "0x"))).to.contain(
      "has reported no code for a contract that has some",
    );
  });
});

describe("an early probe, sent before the block's number is known", () => {
  it("given that it was of the very block, then it counts", async () => {
    const { present, absent } = await read(probingEndpoint(truth), true);

    expect([...present]).to.deep.equal(["code"]);
    expect([...absent]).to.deep.equal(["none"]);
  });

  it("given that it was of a newer block, then it counts for nothing and the block is probed by its hash", async () => {
    const endpoint = probingEndpoint(
      (address, { index }) => (index === 0 ? 9 : truth(address)),
      { head: ({ index }) => (index === 0 ? 101n : BLOCK.number) },
    );

    const { readings, absent } = await read(endpoint, true);

    expect([...absent]).to.deep.equal(["none"]);
    expect(readings.get(PRESENT[0] ?? "0x")).to.include({ size: 2 });
  });

  it("given that it has code at the control address too, then it counts for nothing", async () => {
    const endpoint = probingEndpoint((address, { index }) =>
      index === 0 ? 9 : truth(address),
    );

    const { absent } = await read(endpoint, true);

    expect([...absent]).to.deep.equal(["none"]);
  });
});
