import { expect } from "chai";
import fc from "fast-check";

import { decodeSyncing } from "../../src/rpc/decode-syncing.ts";
import { syncingFixtures } from "../support/rpc-syncing-fixtures.ts";

const UNKNOWN_HEIGHT = "0xffffffffffffffff";
const hexHeight = fc
  .bigInt({ min: 0n, max: 2n ** 64n })
  .map((height) => `0x${height.toString(16)}`);

describe("decodeSyncing", () => {
  for (const { client, source, result, expected } of syncingFixtures()) {
    it(`given what ${client} sends, reads all of it (${source})`, () => {
      const decoded = decodeSyncing(result);

      if (expected === false) {
        expect(decoded).to.deep.equal({ ok: true, value: { syncing: false } });
        return;
      }
      const { detail, ...heights } = expected;
      expect(decoded).to.deep.equal({
        ok: true,
        value: {
          syncing: true,
          ...Object.fromEntries(
            Object.entries(heights).map(([name, text]) => [name, BigInt(text)]),
          ),
          detail,
        },
      });
    });
  }

  it("has a fixture for each client that is known", () => {
    const clients = syncingFixtures().map(({ client }) => client);
    expect(clients).to.include.members([
      "geth",
      "nethermind",
      "besu",
      "erigon",
      "reth",
      "polygon-edge",
      "openethereum",
      "arbitrum-nitro",
      "oasis-web3-gateway",
      "edr",
      "anvil",
      "ganache",
      "ethereumj",
    ]);
  });

  for (const value of [
    true,
    null,
    undefined,
    "false",
    "",
    0,
    1,
    "0x0",
    [],
    [false],
    {},
    { jsonrpc: "2.0", id: 1, result: false },
    { is_syncing: false, head_slot: "1" },
    { isSyncing: false },
    { syncing: false },
  ]) {
    it(`given ${JSON.stringify(value)}, which means nothing, refuses it with a reason`, () => {
      expect(decodeSyncing(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_syncing: .{10,200}$/);
    });
  }

  it("given a height of 2^64 − 1, knows that it is unknown", () => {
    expect(
      decodeSyncing({ currentBlock: "0x1", highestBlock: UNKNOWN_HEIGHT }),
    ).to.deep.equal({
      ok: true,
      value: {
        syncing: true,
        currentBlock: 1n,
        detail: { highestBlock: "unknown" },
      },
    });
  });

  it("given heights that cannot be read, keeps them as detail and invents none", () => {
    expect(
      decodeSyncing({
        startingBlock: null,
        currentBlock: "soon",
        highestBlock: -1,
      }),
    ).to.deep.equal({
      ok: true,
      value: {
        syncing: true,
        detail: { currentBlock: "soon", highestBlock: -1 },
      },
    });
  });

  it("given heights in upper case, with leading zeros, or as numbers, reads them", () => {
    expect(
      decodeSyncing({
        startingBlock: 7,
        currentBlock: "0x00FF",
        highestBlock: "0x100",
      }),
    ).to.deep.include({
      value: {
        syncing: true,
        startingBlock: 7n,
        currentBlock: 255n,
        highestBlock: 256n,
        detail: {},
      },
    });
  });

  it("given a thousand members and hostile names and texts, keeps a bounded, printable part", () => {
    const hostile = JSON.parse(
      JSON.stringify({
        "\u001b[2Jname\n": "\u202evalue\u0007".repeat(200),
        __proto__x: { nested: true },
        ...Object.fromEntries(
          Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]),
        ),
      }).replace("__proto__x", "__proto__"),
    );
    const decoded = decodeSyncing(hostile);

    expect(decoded.ok && decoded.value.syncing).to.equal(true);
    if (decoded.ok && decoded.value.syncing) {
      const entries = Object.entries(decoded.value.detail);
      expect(entries).to.have.lengthOf(64);
      for (const [name, value] of entries) {
        expect(`${name}${value}`).to.match(/^[^\p{C}]{1,260}$/u);
      }
    }
  });

  it("given any JSON value, says not syncing for false alone, and reads only the heights that are there", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record(
            {
              startingBlock: fc.jsonValue(),
              currentBlock: fc.oneof(fc.nat(), hexHeight),
              highestBlock: fc.oneof(fc.jsonValue(), hexHeight),
              other: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
        ),
        (value) => {
          const decoded = decodeSyncing(value);
          if (!decoded.ok) {
            expect(decoded.reason).to.match(/^[^\p{C}]{1,300}$/u);
            return;
          }
          if (!decoded.value.syncing) {
            expect(value).to.equal(false);
            return;
          }
          expect(value).to.be.an("object");
          for (const name of ["currentBlock", "highestBlock"] as const) {
            const height = decoded.value[name];
            if (height !== undefined) {
              const source: unknown = Reflect.get(Object(value), name);
              expect(["string", "number"]).to.include(typeof source);
              expect(BigInt(String(source))).to.equal(height);
              expect(height >= 0n && height < 2n ** 64n - 1n).to.equal(true);
            }
          }
        },
      ),
      { seed: 20260, numRuns: 2000 },
    );
  });
});
