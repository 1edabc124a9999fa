import { expect } from "chai";
import fc from "fast-check";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { decodeProbe } from "../../../src/rpc/probe-codes.ts";

const HASH = "ab".repeat(32);
const word = (value: bigint | number) => value.toString(16).padStart(64, "0");

/** What the program reverts with: a header, then a size, and a hash if there is code. */
function output(
  sizes: readonly number[],
  { magic = 0x63616c70, chainId = 32456, block = 9 } = {},
): Hex {
  const entries = sizes.map(
    (size) => `${size.toString(16).padStart(8, "0")}${size === 0 ? "" : HASH}`,
  );
  return `0x${word(magic)}${word(chainId)}${word(block)}${word(1_800_000_000)}${entries.join("")}`;
}

function revert(data: unknown): Reply {
  return {
    ok: false,
    kind: "rpc-error",
    reason: "execution reverted",
    code: 3,
    data,
  };
}

describe("decodeProbe", () => {
  for (const [title, wrap] of [
    ["error.data", (data: Hex) => revert(data)],
    ["error.data.data", (data: Hex) => revert({ data })],
    ["error.data.result", (data: Hex) => revert({ result: data })],
    ["result", (data: Hex): Reply => ({ ok: true, result: data })],
  ] as const) {
    it(`given the program's output in ${title}, then chain, block, time and codes are read from it`, () => {
      expect(decodeProbe(wrap(output([0, 24_576])), 2)).to.deep.equal({
        ok: true,
        value: {
          chainId: 32456n,
          blockNumber: 9n,
          timestamp: 1_800_000_000n,
          answers: [
            { hash: undefined, size: 0 },
            { hash: `0x${HASH}`, size: 24_576 },
          ],
        },
      });
    });
  }

  for (const [title, reply] of [
    ["0x, as from a node that ran nothing", { ok: true, result: "0x" }],
    ["a created address", { ok: true, result: `0x${"12".repeat(20)}` }],
    ["null", { ok: true, result: null }],
    ["an output with one address too few", revert(output([1]))],
    ["an output with one address too many", revert(output([1, 2, 3]))],
    ["an output cut by a byte", revert(output([1, 2]).slice(0, -2))],
    ["an output with a digit more", revert(`${output([1, 2])}0`)],
    [
      "the right length without the magic word",
      revert(output([1, 2], { magic: 0 })),
    ],
    [
      "zeros of the right length",
      revert(`0x${"0".repeat(output([1, 2]).length - 2)}`),
    ],
    ["letters that are no digits", revert(output([1, 2]).replace(/.$/, "g"))],
    ["an output without 0x", revert(output([1, 2]).slice(2))],
    ["a text of the revert", revert("Reverted")],
    ["a list of outputs", revert([output([1, 2])])],
    ["no data", revert(undefined)],
    [
      "a time-out",
      { ok: false, kind: "timeout", reason: "no answer within 5 s" },
    ],
  ] as const satisfies readonly (readonly [string, Reply])[]) {
    it(`given ${title}, then it is not the program's output, with a reason`, () => {
      const decoded = decodeProbe(reply, 2);

      expect(decoded.ok).to.equal(false);
      expect(decoded).to.have.property("reason").that.is.a("string");
    });
  }

  it("given any JSON as answer or error data, then nothing is thrown and nothing is taken for an output", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, count) => {
        expect(decodeProbe({ ok: true, result: value }, count).ok).to.equal(
          false,
        );
        expect(decodeProbe(revert(value), count).ok).to.equal(false);
      }),
    );
  });

  it("given any sizes, then they come back in order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff_ffff), { maxLength: 40 }), (sizes) => {
        const decoded = decodeProbe(revert(output(sizes)), sizes.length);
        expect(
          decoded.ok && decoded.value.answers.map(({ size }) => size),
        ).to.deep.equal(sizes);
      }),
    );
  });
});
