import { expect } from "chai";
import fc from "fast-check";

import { decodeSyncing } from "../../src/rpc/decode-syncing.ts";
import { syncingFixtures } from "../support/rpc-syncing-fixtures.ts";

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

  for (const value of [
    true,
    null,
    "false",
    0,
    [false],
    {},
    { syncing: false },
  ]) {
    it(`given ${JSON.stringify(value)}, which means nothing, refuses it with a reason`, () => {
      expect(decodeSyncing(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_syncing: .{10,200}$/);
    });
  }

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
              currentBlock: fc.oneof(fc.nat(), hexHeight, fc.jsonValue()),
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
          const height = decoded.value.currentBlock;
          expect(value).to.be.an("object");
          if (height !== undefined) {
            const source: unknown = Reflect.get(Object(value), "currentBlock");
            expect(BigInt(String(source))).to.equal(height);
            expect(height >= 0n && height < 2n ** 64n - 1n).to.equal(true);
          }
        },
      ),
      { seed: 20260, numRuns: 2000 },
    );
  });
});
