import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { CALL_MAGIC, decodeCalls } from "../../../src/rpc/probe-calls.ts";

const CHAIN_ID = 32456n;
const ONE = `01${length(2)}beef`;
const OTHER = `00${length(0)}`;
const OUTPUT = output(`${ONE}${OTHER}`);

describe("decodeCalls", () => {
  it("given the output of two calls, then each has its success and data, beside the chain and the block", () => {
    expect(decodeCalls(reverted(OUTPUT), 2)).to.deep.equal({
      ok: true,
      value: {
        chainId: CHAIN_ID,
        blockNumber: 7n,
        timestamp: 1_700_000_000n,
        answers: [
          { success: true, isCodeless: false, data: "0xbeef" },
          { success: false, isCodeless: false, data: "0x" },
        ],
      },
    });
  });

  it("given the output in any place where nodes put it, then it is found", () => {
    const places: readonly Reply[] = [
      { ok: true, result: OUTPUT },
      reverted(OUTPUT),
      reverted({ data: OUTPUT }),
      reverted({ result: OUTPUT }),
      reverted({ message: "reverted", data: OUTPUT }),
    ];
    for (const place of places) {
      expect(decodeCalls(place, 2).ok, JSON.stringify(place)).to.equal(true);
    }
  });

  it("given a call to an address without code, then it succeeded, and is said to be codeless", () => {
    const answer = decodeCalls(reverted(output(`02${length(0)}`)), 1);

    expect(answer.ok && answer.value.answers).to.deep.equal([
      { success: true, isCodeless: true, data: "0x" },
    ]);
  });

  it("given no calls, then the header alone is the output", () => {
    expect(decodeCalls(reverted(output("")), 0).ok).to.equal(true);
  });

  const REFUSED: Readonly<Record<string, readonly [unknown, number]>> = {
    "nothing at all": ["0x", 2],
    "the address of a created contract": [`0x${"ab".repeat(20)}`, 2],
    "another magic word": [output(`${ONE}${OTHER}`, CALL_MAGIC + 1n), 2],
    "the header cut off": [OUTPUT.slice(0, 2 + 2 * 127), 2],
    "fewer outcomes": [output(ONE), 2],
    "more outcomes": [output(`${ONE}${OTHER}${OTHER}`), 2],
    "outcomes where none were asked for": [OUTPUT, 0],
    "an outcome cut off": [OUTPUT.slice(0, -2), 2],
    "data longer than its length": [output(`01${length(1)}beef${OTHER}`), 2],
    "data shorter than its length": [output(`01${length(3)}beef`), 1],
    "a length beyond all memory": [output("01ffffffff"), 1],
    "a success that is neither yes nor no": [output(`03${length(0)}`), 1],
    "one digit more": [`${OUTPUT}0`, 2],
    "text that is no data": ["execution reverted", 2],
    null: [null, 2],
    "a number": [7, 2],
    "a list": [[OUTPUT], 2],
    "the output too deep": [{ data: { data: OUTPUT } }, 2],
  };
  for (const [name, [data, count]] of Object.entries(REFUSED)) {
    it(`given ${name}, then it is no answer`, () => {
      expect(decodeCalls(reverted(data), count).ok).to.equal(false);
      expect(decodeCalls({ ok: true, result: data }, count).ok).to.equal(false);
    });
  }

  it("given a node that runs something else, then the reason says that it does not run the probe", () => {
    expect(decodeCalls({ ok: true, result: "0x" }, 1)).to.deep.equal({
      ok: false,
      reason: "the endpoint does not support the bulk probe",
    });
  });

  it("given an error without the output, then the reason is the error's", () => {
    const reply: Reply = {
      ok: false,
      kind: "timeout",
      reason: "no answer within 5 s",
    };

    expect(decodeCalls(reply, 1)).to.deep.equal({
      ok: false,
      reason: "no answer within 5 s",
    });
  });
});

function output(outcomes: string, magic = CALL_MAGIC): Hex {
  return `0x${[magic, CHAIN_ID, 7n, 1_700_000_000n].map(word).join("")}${outcomes}`;
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

function length(bytes: number): string {
  return bytes.toString(16).padStart(8, "0");
}

function reverted(data: unknown): Reply {
  return {
    ok: false,
    kind: "rpc-error",
    code: 3,
    reason: 'JSON-RPC error 3: "execution reverted"',
    data,
  };
}
