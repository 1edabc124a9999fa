import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM } from "../../../src/rpc/probe-codes.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { startCodes } from "../../../src/verify/presence/verify-codes.ts";
import { readEarly } from "../../../src/verify/read-early.ts";
import { NetworkReader } from "../../../src/verify/reading/network-reader.ts";
import type { CodeReading } from "../../../src/verify/reading/readings.ts";

const CHAIN_ID = 32456;
const BLOCK = { number: 100n, hash: `0x${"ab".repeat(32)}` } as const;
const BY_HASH = { blockHash: BLOCK.hash };
/** The further probes of the contracts, whose code no release has. */
const FURTHER = 2;
const HASH = "12".repeat(32);
const PRESENT = addressesFrom(0, 30);
const ABSENT = addressesFrom(1_000, 40);

function addressesFrom(first: number, count: number): readonly Hex[] {
  return Array.from(
    { length: count },
    (_, index): Hex => `0x${(first + index).toString(16).padStart(40, "f")}`,
  );
}

/** What one call of the probe is about. */
interface Call {
  /** 0 for the first call. */
  readonly index: number;
  readonly block: unknown;
}

interface ProbingEndpoint extends RpcTransport {
  readonly calls: Call[];
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
  const calls: Call[] = [];
  const singleReads: string[] = [];
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  return {
    endpoint: "test",
    calls,
    singleReads,
    close: async () => undefined,
    async request(method, params): Promise<Reply> {
      const [first, block] = params;
      if (method === "eth_getCode") {
        singleReads.push(String(first));
        return { ok: true, result: codeOf(String(first)) };
      }
      const call = { index: calls.length, block };
      calls.push(call);
      const { data = "" } = Object(first);
      const asked =
        String(data).slice(PROBE_PROGRAM.length).match(/.{40}/g) ?? [];
      const entries = asked.map((digits) => {
        const size = sizeOf(`0x${digits}`, call);
        return `${size.toString(16).padStart(8, "0")}${size === 0 ? "" : HASH}`;
      });
      const header = [0x63616c70n, BigInt(CHAIN_ID), head(call), 1n].map(word);
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
  const { settle } = await startCodes(reader.at(BLOCK), addresses, {
    probes: isEarly ? await reader.probeCodes(addresses) : [],
    codes: new Map(),
  });
  const readings = await settle();
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
    expect(endpoint.calls).to.have.length(1 + FURTHER);
    expect(
      endpoint.singleReads.filter((address) => truth(address) === 0),
    ).to.have.length(16);
    expect(
      endpoint.singleReads.filter((address) => truth(address) !== 0),
    ).to.have.length(1);
  });

  it("given a single read that denies a contract which the probe found, then no absence is proven and presence stands", async () => {
    const { readings, present, absent } = await read(
      probingEndpoint(truth, { codeOf: () => "0x" }),
    );

    expect([...present]).to.deep.equal(["code"]);
    expect([...absent]).to.deep.equal(["unknown"]);
    expect(reasonOf(readings.get(ABSENT[0] ?? ""))).to.contain(
      "has reported no code for a contract that has some",
    );
  });

  it("given single reads that find code, then none of them is proven to be absent", async () => {
    const { absent } = await read(
      probingEndpoint(truth, { codeOf: () => "0x6001" }),
    );

    expect([...absent]).to.deep.equal(["unknown"]);
  });
});

describe("an early probe, sent before the block's number is known", () => {
  it("given that it was of the very block, then no further one is sent", async () => {
    const endpoint = probingEndpoint(truth);

    const { present, absent } = await read(endpoint, true);

    expect([...present]).to.deep.equal(["code"]);
    expect([...absent]).to.deep.equal(["none"]);
    expect(endpoint.calls.map(({ block }) => block)).to.deep.equal([
      "latest",
      ...Array(FURTHER).fill(BY_HASH),
    ]);
  });

  for (const [what, number] of [
    ["an older", 99n],
    ["a newer", 101n],
  ] as const) {
    it(`given that it was of ${what} block, then it counts for nothing and the block is probed by its hash`, async () => {
      const endpoint = probingEndpoint(
        (address, { index }) => (index === 0 ? 9 : truth(address)),
        { head: ({ index }) => (index === 0 ? number : BLOCK.number) },
      );

      const { readings, absent } = await read(endpoint, true);

      expect([...absent]).to.deep.equal(["none"]);
      expect(readings.get(PRESENT[0] ?? "")).to.include({ size: 2 });
      expect(endpoint.calls.map(({ block }) => block)).to.deep.equal([
        "latest",
        BY_HASH,
        ...Array(FURTHER).fill(BY_HASH),
      ]);
    });
  }

  it("given that it has code at the control address too, then it counts for nothing", async () => {
    const endpoint = probingEndpoint((address, { index }) =>
      index === 0 ? 9 : truth(address),
    );

    const { absent } = await read(endpoint, true);

    expect([...absent]).to.deep.equal(["none"]);
    expect(endpoint.calls).to.have.length(2 + FURTHER);
  });

  it("given a list that takes more than one wave of calls, then no early probe is sent", async () => {
    const endpoint = probingEndpoint(() => 0);
    const targets = addressesFrom(5_000, 4_001).map(
      (address) => ({ kind: "list", key: address, address }) as const,
    );

    const { probes } = await readEarly(readerOf(endpoint), {
      level: "presence",
      targets,
    });

    expect(probes).to.deep.equal([]);
    expect(endpoint.calls).to.deep.equal([]);
  });
});
