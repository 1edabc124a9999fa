import { expect } from "chai";
import fc from "fast-check";
import { NO_SECRETS, type Scrubber } from "../../src/base/scrubber.ts";
import { HIDDEN_TEXT } from "../../src/base/untrusted-text.ts";
import { jsonFault } from "../../src/files/json.ts";
import { retryAfter } from "../../src/http/judge-response.ts";
import { retryDelay } from "../../src/http/retries.ts";
import {
  failedInEvm,
  judgeRpcError,
  lacksBlock,
  mayRejectBlockHash,
} from "../../src/rpc/judge-rpc-error.ts";
import { parseRpcAnswer } from "../../src/rpc/parse-rpc-answer.ts";

describe("retryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  for (const [title, header, expected] of [
    ["seconds", "120", 120_000],
    ["a fraction", "1.5", 1500],
    ["white space", " 3 ", 3000],
    ["an RFC 850 date", "Thursday, 01-Jan-26 00:00:10 GMT", 10_000],
    ["a date in the past", "Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["several, the longest", ["1", "x", "5"], 5000],
    ["nothing", undefined, undefined],
    ["hexadecimal", "0x10", undefined],
    ["an ISO date", "2026-01-01T00:00:10Z", undefined],
    ["a date that is none", "Thu, 99 Foo 2026 00:00:10 GMT", undefined],
  ] as const) {
    it(`given ${title}, gives ${expected}`, () => {
      expect(retryAfter(header, now)).to.equal(expected);
    });
  }
});

describe("retryDelay", () => {
  it("doubles with each failure, spread by half to each side, and is never shorter than asked for", () => {
    for (const [failures, random, asked, expected] of [
      [1, 0, 0, 100],
      [1, 1, 0, 300],
      [3, 0, 0, 400],
      [1, 0, 5000, 5000],
    ] as const) {
      const delay = retryDelay(failures, 200, asked, () => random);
      expect(delay).to.equal(expected);
    }
  });
});

describe("jsonFault", () => {
  it("given any value that JSON can write, finds none", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(jsonFault(JSON.stringify(value))).to.equal(undefined);
        expect(jsonFault(JSON.stringify(value, null, 2))).to.equal(undefined);
      }),
      { seed: 20266, numRuns: 1000 },
    );
  });

  it("given any object with a member repeated, finds it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.nat(),
        (object, index) => {
          const members = Object.entries(object).map(
            ([name, value]) =>
              `${JSON.stringify(name)}:${JSON.stringify(value)}`,
          );
          const repeated = members[index % members.length];
          const text = `{${[...members, repeated].join(",")}}`;
          expect(jsonFault(text)).to.be.a("string");
        },
      ),
      { seed: 20267, numRuns: 500 },
    );
  });
});

describe("parseRpcAnswer", () => {
  const scrubber = NO_SECRETS;

  it("given any JSON but the one right shape, never succeeds", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom("2.0", 7, null));
    const answer = fc.record(
      { jsonrpc: member, id: member, result: member, error: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), answer), (value) => {
        const text = JSON.stringify(value);
        const { reply } = parseRpcAnswer({ text, id: 7, scrubber });
        const sent = Object(JSON.parse(text));
        const isRight =
          !Array.isArray(sent) &&
          sent.jsonrpc === "2.0" &&
          sent.id === 7 &&
          Object.hasOwn(sent, "result") &&
          (sent.error ?? null) === null;
        expect(reply.ok).to.equal(isRight);
        if (reply.ok) {
          expect(reply.result).to.deep.equal(sent.result);
        }
      }),
      { seed: 20268, numRuns: 3000 },
    );
  });
});

describe("judgeRpcError, given a message that is not shown", () => {
  const everythingIsSecret: Scrubber = {
    contains: () => true,
    text: () => HIDDEN_TEXT,
    json: (value) => value,
  };

  for (const code of [-32000, -32602, -32603, -32700, 3]) {
    for (const message of [
      "execution reverted: not yours",
      "VM Exception: invalid opcode",
      "header not found",
      "missing trie node abc",
      "invalid argument 1: json: cannot unmarshal object into Go value",
      "hex string expected, block not found",
      'Cannot wrap a "object" as a json-rpc type',
      "too many requests today",
      "bad luck",
    ]) {
      it(`given ${code} "${message}", judges it like one that is shown`, () => {
        const shown = judgeRpcError({ code, message });
        const hidden = judgeRpcError({ code, message }, everythingIsSecret);

        for (const judge of [failedInEvm, lacksBlock, mayRejectBlockHash]) {
          expect(judge(hidden.reply), judge.name).to.equal(judge(shown.reply));
        }
        expect(hidden.retry).to.equal(shown.retry);
        expect(hidden.reply).to.have.property(
          "kind",
          Reflect.get(shown.reply, "kind"),
        );
        const reason = Reflect.get(hidden.reply, "reason");
        expect(reason).not.to.include(String(code));
        if (message !== "") {
          expect(reason).to.include(HIDDEN_TEXT);
          expect(reason).not.to.include(message);
        }
      });
    }
  }
});
