import { expect } from "chai";
import fc from "fast-check";
import type { Hex } from "../../../src/base/hex.ts";
import type { Decoded } from "../../../src/base/records.ts";
import type { Reply } from "../../../src/http/types.ts";
import { CALL_MAGIC, decodeCalls } from "../../../src/rpc/probe-calls.ts";
import { decodeProbe } from "../../../src/rpc/probe-codes.ts";

const PROBE_MAGIC = 0x63616c70n;
const HASH = "ab".repeat(32);

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const length = (bytes: number): string => bytes.toString(16).padStart(8, "0");

/** What a program reverts with: its header, and what is answered to each question. */
function output(magic: bigint, answers: readonly string[]): Hex {
  const header = [magic, 32_456n, 7n, 1_700_000_000n, 9n];
  return `0x${[...header.map(word), ...answers].join("")}`;
}

function reverted(data: unknown): Reply {
  const reason = "execution reverted";
  return { ok: false, kind: "rpc-error", code: 3, reason, data };
}

interface Program {
  readonly magic: bigint;
  decode(reply: Reply, count: number): Decoded<unknown>;
  /** Two answers, and what they mean. */
  readonly answers: readonly [string, string];
  readonly decoded: readonly unknown[];
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  decodeCalls: {
    magic: CALL_MAGIC,
    decode: decodeCalls,
    answers: [`01${length(2)}beef`, `00${length(0)}`],
    decoded: [
      { success: true, isCodeless: false, isSpent: false, data: "0xbeef" },
      { success: false, isCodeless: false, isSpent: false, data: "0x" },
    ],
  },
  decodeProbe: {
    magic: PROBE_MAGIC,
    decode: decodeProbe,
    answers: [`${length(24_576)}${HASH}`, length(0)],
    decoded: [
      { hash: `0x${HASH}`, size: 24_576 },
      { hash: undefined, size: 0 },
    ],
  },
};

for (const [name, { magic, decode, answers, decoded }] of Object.entries(
  PROGRAMS,
)) {
  describe(name, () => {
    const [one, other] = answers;
    const data = output(magic, answers);

    for (const [place, reply] of Object.entries<Reply>({
      result: { ok: true, result: data },
      "error.data": reverted(data),
      "error.data.data": reverted({ message: "reverted", data }),
      "error.data.result": reverted({ result: data }),
    })) {
      it(`given the output of two questions in ${place}, then each has its answer, beside the chain and the block`, () => {
        expect(decode(reply, 2)).to.deep.equal({
          ok: true,
          value: {
            chainId: 32_456n,
            blockNumber: 7n,
            timestamp: 1_700_000_000n,
            parentHash: 9n,
            answers: decoded,
          },
        });
      });
    }

    for (const [title, sent, count = 2] of [
      ["nothing at all", "0x"],
      ["another magic word", output(magic + 1n, answers)],
      ["the header cut off", data.slice(0, 2 + 2 * 159)],
      ["more answers", output(magic, [one, other, other])],
      ["an answer cut off by a byte", data.slice(0, -2)],
      ["one digit more", `${data}0`],
      ["letters that are no digits", data.replace(/.$/, "g")],
      ["an output without 0x", data.slice(2)],
      ["text that is no data", "execution reverted"],
      ["no data", undefined],
      ["the output too deep", { data: { data } }],
    ] as const) {
      it(`given ${title}, then it is no answer, with a reason`, () => {
        for (const reply of [reverted(sent), { ok: true, result: sent }]) {
          const read = decode(reply as Reply, count);
          expect(read.ok).to.equal(false);
          expect(read).to.have.property("reason").that.is.a("string");
        }
      });
    }

    it("given any JSON as answer or error data, then nothing is thrown and nothing is taken for an output", () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.nat(3), (value, count) => {
          expect(decode({ ok: true, result: value }, count).ok).to.equal(false);
          expect(decode(reverted(value), count).ok).to.equal(false);
        }),
      );
    });

    it("given a node that runs something else, then the reason says that it does not run the probe; given an error, it is the error's", () => {
      const reason = "the endpoint does not support the bulk probe";
      expect(decode({ ok: true, result: "0x" }, 1)).to.deep.equal({
        ok: false,
        reason,
      });
      const error = "no answer within 5 s";
      expect(
        decode({ ok: false, kind: "timeout", reason: error }, 1),
      ).to.deep.equal({ ok: false, reason: error });
    });
  });
}

describe("decodeCalls, given one outcome", () => {
  it("given a call to an address without code, then it succeeded, and is said to be codeless", () => {
    const sent = output(CALL_MAGIC, [`02${length(0)}`]);
    const answer = decodeCalls(reverted(sent), 1);

    expect(answer.ok && answer.value.answers).to.deep.equal([
      { success: true, isCodeless: true, isSpent: false, data: "0x" },
    ]);
  });

  for (const [title, outcome] of Object.entries({
    "data longer than its length": `01${length(1)}beef00${length(0)}`,
    "data shorter than its length": `01${length(3)}beef`,
    "a length beyond all memory": "01ffffffff",
    "a success that is none": `04${length(0)}`,
  })) {
    it(`given ${title}, then it is no answer`, () => {
      const sent = output(CALL_MAGIC, [outcome]);
      expect(decodeCalls(reverted(sent), 1).ok).to.equal(false);
    });
  }
});
