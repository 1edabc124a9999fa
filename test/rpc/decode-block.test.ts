import { expect } from "chai";
import fc from "fast-check";

import { decodeBlock } from "../../src/rpc/decode-block.ts";

const HASH = `0x${"aB".repeat(32)}`;
const LOWER_HASH = HASH.toLowerCase();
const SECONDS = 1_760_000_000n;

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

function block(members: Record<string, unknown> = {}): Record<string, unknown> {
  return { number: "0x7b", hash: HASH, timestamp: hex(SECONDS), ...members };
}

describe("decodeBlock", () => {
  it("given number, hash and timestamp alone, reads them", () => {
    expect(decodeBlock(block())).to.deep.equal({
      ok: true,
      value: {
        number: 123n,
        hash: LOWER_HASH,
        timestamp: 1_760_000_000,
        timestampUnit: "s",
      },
    });
  });

  it("given every member a client may add, ignores them", () => {
    const full = block({
      parentHash: HASH,
      transactions: [],
      baseFeePerGas: null,
      withdrawals: [{}],
      totalDifficulty: "nonsense",
      sendCount: "0x1",
    });
    expect(decodeBlock(full)).to.deep.equal(decodeBlock(block()));
  });

  for (const [unit, factor] of Object.entries({
    s: 1n,
    ms: 10n ** 3n,
    us: 10n ** 6n,
    ns: 10n ** 9n,
  })) {
    it(`given a timestamp in ${unit}, gives seconds and names the unit`, () => {
      const timestamp = hex(SECONDS * factor + (factor - 1n));
      expect(decodeBlock(block({ timestamp }))).to.deep.include({
        ok: true,
        value: {
          number: 123n,
          hash: LOWER_HASH,
          timestamp: 1_760_000_000,
          timestampUnit: unit,
        },
      });
    });
  }

  it("given genesis, reads it: whether it may be the latest is not judged here", () => {
    const decoded = decodeBlock(block({ number: "0x0", timestamp: "0x0" }));
    expect(decoded.ok && decoded.value).to.include({
      number: 0n,
      timestamp: 0,
    });
  });

  it("given null, says that the node has no such block", () => {
    expect(decodeBlock(null)).to.deep.equal({
      ok: false,
      reason: "eth_getBlockByNumber: the node has no such block (null)",
    });
  });

  for (const [title, value] of Object.entries({
    "a pending block without number and hash": block({
      number: null,
      hash: null,
    }),
    "no number": block({ number: undefined }),
    "a number in decimal": block({ number: "123" }),
    "a JSON number": block({ number: 123 }),
    "an empty number": block({ number: "0x" }),
    "a negative number": block({ number: "-0x1" }),
    "a number beyond all chains": block({ number: "0xffffffffffffffff" }),
    "a hash that is short": block({ hash: HASH.slice(0, -1) }),
    "a hash that is long": block({ hash: `${HASH}0` }),
    "a hash without 0x": block({ hash: "ab".repeat(33) }),
    "a hash with other letters": block({ hash: `0x${"xy".repeat(32)}` }),
    "no timestamp": block({ timestamp: undefined }),
    "a timestamp as a JSON number": block({ timestamp: 1_760_000_000 }),
    "a timestamp as a date": block({ timestamp: "2026-01-01" }),
    "a timestamp beyond ns": block({ timestamp: hex(10n ** 20n) }),
    "a list": [block()],
    "an empty object": {},
    "a text": "0x7b",
    false: false,
  })) {
    it(`given ${title}, refuses it with a reason`, () => {
      expect(decodeBlock(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_getBlockByNumber: [^\p{C}]{10,200}$/u);
    });
  }

  it("given any JSON value, never throws and reads nothing that is not there", () => {
    const member = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(HASH, "0x0", "0x7b", null),
      fc.bigInt({ min: 0n, max: 2n ** 70n }).map(hex),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({ number: member, hash: member, timestamp: member }),
        ),
        (value) => {
          const decoded = decodeBlock(value);
          if (!decoded.ok) {
            expect(decoded.reason).to.match(/^[^\p{C}]{1,300}$/u);
            return;
          }
          const source = Object(value);
          expect(BigInt(source.number)).to.equal(decoded.value.number);
          expect(source.hash.toLowerCase()).to.equal(decoded.value.hash);
          expect(decoded.value.timestamp).to.satisfy(Number.isSafeInteger);
          expect(decoded.value.timestamp).to.be.within(0, 1e11);
        },
      ),
      { seed: 20261, numRuns: 2000 },
    );
  });
});
