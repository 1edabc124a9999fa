import { expect } from "chai";
import fc from "fast-check";
import type { Decoded } from "../../src/base/records.ts";
import { decodeBlock } from "../../src/rpc/decode-block.ts";
import {
  decodeChainId,
  decodeClientVersion,
  decodeCode,
  decodeGanacheSlot,
  decodeStorageSlot,
} from "../../src/rpc/decode-values.ts";

const HASH = `0x${"aB".repeat(32)}`;
const SECONDS = 1_760_000_000n;
const TARGET = "ab".repeat(20);

const hex = (value: bigint): string => `0x${value.toString(16)}`;
const word = (digits: string): string => `0x${digits.padStart(64, "0")}`;
const block = (members: object = {}) => ({
  number: "0x7b",
  hash: HASH,
  timestamp: hex(SECONDS),
  ...members,
});
const header = {
  number: 123n,
  hash: HASH.toLowerCase(),
  timestamp: Number(SECONDS),
  timestampUnit: "s",
};

interface Decoder {
  decode(value: unknown): Decoded<unknown>;
  /** What each reason begins with. */
  readonly reason: RegExp;
  readonly read: readonly (readonly [value: unknown, decoded: unknown])[];
  readonly refused: readonly unknown[];
}

const DECODERS: readonly Decoder[] = [
  {
    decode: decodeChainId,
    reason: /^eth_chainId: [^\p{C}]{10,200}$/u,
    read: [
      ["0x7ec8", 32456],
      ["0x007EC9", 32457],
      ["0x1fffffffffffff", Number.MAX_SAFE_INTEGER],
    ],
    refused: [...["", "0x", "0x0", "100", "0x64 "], "0x20000000000000", 32456],
  },
  {
    decode: decodeStorageSlot,
    reason: /^eth_getStorageAt: /,
    read: [
      [word("AB"), word("ab")],
      ["0x0", word("")],
      ["0x00", word("")],
      ["0x1f", word("1f")],
    ],
    refused: [
      ...["", "0x", "0x01", "0x000", "0xzz"],
      word("ab").slice(0, -2),
      `${word("ab")}00`,
    ],
  },
  {
    decode: decodeGanacheSlot,
    reason: /^eth_getStorageAt: /,
    read: [
      ["0x", word("")],
      ["0x1f", word("1f")],
    ],
    refused: ["", "0x01"],
  },
  {
    decode: decodeClientVersion,
    reason: /^web3_clientVersion: /,
    read: [["anvil/v1.7.1", "anvil/v1.7.1"]],
    refused: ["", " \n\u0000 ", "0x7ec8"],
  },
  {
    decode: decodeBlock,
    reason: /^eth_getBlockByNumber: [^\p{C}]{10,200}$/u,
    read: [
      [block(), header],
      [
        block({ number: "0x0", timestamp: "0x0" }),
        { ...header, number: 0n, timestamp: 0 },
      ],
      ...Object.entries({
        s: 1n,
        ms: 10n ** 3n,
        us: 10n ** 6n,
        ns: 10n ** 9n,
      }).map(
        ([timestampUnit, factor]) =>
          [
            block({ timestamp: hex(SECONDS * factor + factor - 1n) }),
            { ...header, timestampUnit },
          ] as const,
      ),
    ],
    refused: [
      // A pending block.
      block({ number: null, hash: null }),
      ...["123", "-0x1", "0xffffffffffffffff"].map((number) =>
        block({ number }),
      ),
      ...[`${HASH}0`, `0x${"xy".repeat(32)}`].map((hash) => block({ hash })),
      ...[undefined, "2026-01-01", hex(10n ** 20n)].map((timestamp) =>
        block({ timestamp }),
      ),
      [block()],
      "0x7b",
    ],
  },
  {
    decode: decodeCode,
    reason: /^eth_getCode: the node sent [^\p{C}]{4,250}$/u,
    read: [
      ["0x", { kind: "none" }],
      ["0x6080604052FE", { kind: "code", code: "0x6080604052fe", size: 6 }],
      [
        `0xEF0100${TARGET}`,
        {
          kind: "delegated",
          code: `0xef0100${TARGET}`,
          target: `0x${TARGET}`,
        },
      ],
    ],
    refused: [
      // What tools and nodes send in place of no code.
      ...["0x0", "0x00", `0x${"00".repeat(32)}`, ""],
      ...["0x60806", "6080", " 0x6080\n", "0x60gg"],
      `0xef0100${TARGET.slice(2)}`,
      `0xef0100${TARGET}00`,
    ],
  },
];

/** Values that no method answers with. */
const NEVER = [null, undefined, true, 1, [], {}, ["0x1"]];

for (const { decode, reason, read, refused } of DECODERS) {
  describe(decode.name, () => {
    for (const [value, decoded] of read) {
      it(`given ${JSON.stringify(value)}, then it is read`, () => {
        expect(decode(value)).to.deep.equal({ ok: true, value: decoded });
      });
    }

    for (const value of [...NEVER, ...refused]) {
      it(`given ${JSON.stringify(value)}, then it is refused with a reason`, () => {
        expect(decode(value))
          .to.include({ ok: false })
          .and.to.have.property("reason")
          .that.matches(reason);
      });
    }

    it("given any JSON value, then it is read, or there is a printable reason", () => {
      fc.assert(
        fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
          const decoded = decode(value);
          if (!decoded.ok) {
            expect(decoded.reason).to.match(/^[^\p{C}]{1,300}$/u);
          } else if (decode !== decodeBlock) {
            expect(value).to.be.a("string");
          }
        }),
        { seed: 20264, numRuns: 1000 },
      );
    });
  });
}

describe("the decoders, given any value of the right kind", () => {
  it("given a client version of commands for a terminal and two thousand characters, gives one short printable line", () => {
    const hostile = `\u001b]0;title\u0007Geth\r\n\u202e\u2028${"x".repeat(2000)}`;
    const decoded = decodeClientVersion(hostile);
    expect(decoded.ok && decoded.value).to.match(/^[^\p{C}\p{Zl}]{200}$/u);
  });

  it("given null for a block, says that the node has no such block", () => {
    expect(decodeBlock(null))
      .to.have.property("reason")
      .that.includes("the node has no such block (null)");
  });

  it("given any text for code, finds none in 0x alone, and code only in whole bytes of hex", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF") }),
      fc.string(),
    );
    const prefix = fc.constantFrom("0x", "0X", "", "0xef0100");
    fc.assert(
      fc.property(prefix, text, (start, rest) => {
        const source = start + rest;
        const decoded = decodeCode(source);
        if (!decoded.ok) {
          return;
        }
        if (decoded.value.kind === "none") {
          expect(source).to.equal("0x");
          return;
        }
        const { code, kind } = decoded.value;
        expect(source).to.match(/^0x([0-9a-fA-F]{2})+$/);
        expect(code).to.equal(source.toLowerCase());
        expect(kind === "delegated").to.equal(code.startsWith("0xef0100"));
      }),
      { seed: 20262, numRuns: 3000 },
    );
  });
});
