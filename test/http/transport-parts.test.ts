import { expect } from "chai";
import fc from "fast-check";
import { NO_SECRETS, type Scrubber } from "../../src/base/scrubber.ts";
import { HIDDEN_TEXT } from "../../src/base/untrusted-text.ts";
import { jsonFault } from "../../src/files/json.ts";
import { describeNetworkError } from "../../src/http/describe-network-error.ts";
import { requestPath } from "../../src/http/endpoint.ts";
import { createLimiter } from "../../src/http/http-client.ts";
import { retryAfter } from "../../src/http/judge-response.ts";
import { formatWait, retryDelay } from "../../src/http/retries.ts";
import {
  failedInEvm,
  judgeRpcError,
  lacksBlock,
  lacksMethod,
  mayRejectBlockHash,
} from "../../src/rpc/judge-rpc-error.ts";
import { NODE, parseRpcAnswer } from "../../src/rpc/parse-rpc-answer.ts";

describe("retryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  for (const [title, header, expected] of [
    ["seconds", "120", 120_000],
    ["a fraction", "1.5", 1500],
    ["zero", "0", 0],
    ["white space", " 3 ", 3000],
    ["an HTTP date", "Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
    ["an RFC 850 date", "Thursday, 01-Jan-26 00:00:10 GMT", 10_000],
    ["an asctime date", "Thu Jan  1 00:00:10 2026", 10_000],
    ["a date in the past", "Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["several, the longest", ["1", "x", "5"], 5000],
    ["nothing", undefined, undefined],
    ["no values", [], undefined],
    ["an empty text", "", undefined],
    ["a negative number", "-5", undefined],
    ["an exponent", "1e9", undefined],
    ["hexadecimal", "0x10", undefined],
    ["words", "soon", undefined],
    ["an ISO date", "2026-01-01T00:00:10Z", undefined],
    ["a date that is none", "Thu, 99 Foo 2026 00:00:10 GMT", undefined],
  ] as const) {
    it(`given ${title}, gives ${expected}`, () => {
      expect(retryAfter(header, now)).to.equal(expected);
    });
  }
});

describe("retryDelay", () => {
  it("doubles with each failure, spread by half to each side", () => {
    for (const [failures, random, expected] of [
      [1, 0, 100],
      [1, 1, 300],
      [2, 0.5, 400],
      [3, 0, 400],
    ] as const) {
      expect(retryDelay(failures, 200, 0, () => random)).to.equal(expected);
    }
  });

  it("never comes back before the time that was asked for", () => {
    expect(retryDelay(1, 200, 5000, () => 0)).to.equal(5000);
    expect(retryDelay(1, 200, 5000, () => 1)).to.equal(5200);
  });
});

describe("formatWait", () => {
  it("chooses the unit and never understates", () => {
    const waits = [1, 1000, 90_500, 120_001, 7_200_000, 7_200_001];
    expect(waits.map(formatWait)).to.deep.equal([
      "1 ms",
      "1 s",
      "91 s",
      "3 min",
      "120 min",
      "3 h",
    ]);
  });
});

describe("jsonFault", () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1, "\\u0061":2}',
    '{"x":{"y":[{"b":[],"c":0,"b":{}}]}}',
    '{"a\\"":1,"a\\"":1}',
    "[".repeat(65),
    '{"a":'.repeat(65),
  ]) {
    it(`finds fault with ${text.slice(0, 40)}`, () => {
      expect(jsonFault(text)).to.be.a("string");
    });
  }

  for (const text of [
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}},"b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"\\\\":1,"\\"":2}',
    "",
    '"',
    '{"a',
    "}}]]",
    '["a","a"]',
  ]) {
    it(`finds none with ${text}`, () => {
      expect(jsonFault(text)).to.equal(undefined);
    });
  }

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

  it("given an honest answer with one piece cut out, never gives another result", () => {
    const honest = '{"jsonrpc":"2.0","id":7,"result":"0x6080604052"}';
    for (let from = 0; from < honest.length; from++) {
      for (let to = from + 1; to <= honest.length; to++) {
        const text = honest.slice(0, from) + honest.slice(to);
        const { reply } = parseRpcAnswer({ text, id: 7, scrubber });
        if (reply.ok) {
          // Within the quotes nothing but the decoders can tell.
          const start = honest.indexOf("0x6080604052");
          expect(from).to.be.at.least(start);
          expect(to).to.be.at.most(start + 12);
        }
      }
    }
  });
});

describe("describeNetworkError", () => {
  const secret = "https://host/v3/secretkey";

  it("given any error, shows neither its message nor its cause", () => {
    for (const code of [
      "ECONNREFUSED",
      "ENOTFOUND",
      "EAI_AGAIN",
      "ENETUNREACH",
      "CERT_HAS_EXPIRED",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "UND_ERR_SOCKET",
      "E_NEVER_HEARD_OF",
      `http ${secret}`,
      42,
      undefined,
    ]) {
      const error = Object.assign(
        new Error(secret, { cause: new Error(secret) }),
        { code, url: secret },
      );
      for (const thrown of [error, new AggregateError([error], secret)]) {
        const { reply } = describeNetworkError(thrown, NODE);
        expect(reply.ok).to.equal(false);
        expect(JSON.stringify(reply)).not.to.include("secretkey");
      }
    }
  });

  it("given a name that does not exist or a certificate nobody trusts, advises no retry", () => {
    for (const code of ["ENOTFOUND", "DEPTH_ZERO_SELF_SIGNED_CERT"]) {
      const error = Object.assign(new Error("x"), { code });
      expect(describeNetworkError(error, NODE).retry).to.equal(false);
    }
  });

  it("given each fault of certificates and TLS, says which, and what to do", () => {
    for (const [code, words] of [
      ["CERT_HAS_EXPIRED", "has expired"],
      ["CERT_NOT_YET_VALID", "not valid yet: check the clock"],
      [
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "self-signed: if you trust it, set NODE_EXTRA_CA_CERTS",
      ],
      [
        "SELF_SIGNED_CERT_IN_CHAIN",
        "self-signed: if you trust it, set NODE_EXTRA_CA_CERTS",
      ],
      [
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "unknown authority: if you trust that, set NODE_EXTRA_CA_CERTS",
      ],
      [
        "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
        "unknown authority: if you trust that, set NODE_EXTRA_CA_CERTS",
      ],
      ["ERR_TLS_CERT_ALTNAME_INVALID", "not valid for this host"],
      ["ERR_SSL_WRONG_VERSION_NUMBER", "does not serve https"],
      [
        "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
        "may ask for a client certificate",
      ],
      [
        "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
        "may ask for a client certificate",
      ],
    ] as const) {
      const error = Object.assign(new Error("x"), { code });
      const { reply, retry } = describeNetworkError(error, NODE);
      expect(reply).to.have.property("reason").that.includes(words);
      expect(retry).to.equal(false);
    }
  });

  it("given what is no error at all, still has a reason", () => {
    for (const thrown of [undefined, null, "text", 7, {}]) {
      expect(describeNetworkError(thrown, NODE).reply).to.include({
        ok: false,
      });
    }
  });

  it("given a cause that is its own cause, ends", () => {
    const error = new Error("x");
    error.cause = error;
    expect(describeNetworkError(error, NODE).reply).to.include({ ok: false });
  });
});

describe("createLimiter", () => {
  it("given more tasks than places, of which some fail, never runs more at once and loses none", async () => {
    const inTurn = createLimiter(3);
    let running = 0;
    let most = 0;
    const tasks = Array.from(
      { length: 50 },
      async (_, index) =>
        await inTurn(async () => {
          running++;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          if (index % 7 === 0) {
            throw new Error("failed");
          }
          return index;
        }).catch(() => index),
    );
    expect(await Promise.all(tasks)).to.deep.equal([...Array(50).keys()]);
    expect({ most, running }).to.deep.equal({ most: 3, running: 0 });
  });
});

describe("a path below a service's URL", () => {
  for (const [base, expected] of [
    ["https://host", "/x"],
    ["https://host/", "/x"],
    ["https://host/a//", "/a/x"],
    ["https://u:p@host:1/a?key=1", "/a/x?key=1"],
  ] as const) {
    it(`of ${base} is ${expected}`, () => {
      expect(requestPath(new URL(base), "/x")).to.equal(expected);
    });
  }

  it("is the URL's own if none is given", () => {
    expect(requestPath(new URL("https://host/a/?key=1"), "")).to.equal(
      "/a/?key=1",
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
      "the method eth_call does not exist/is not available",
      "Unsupported method: eth_call",
      "bad luck",
      "",
    ]) {
      it(`given ${code} "${message}", judges it like one that is shown`, () => {
        const shown = judgeRpcError({ code, message });
        const hidden = judgeRpcError({ code, message }, everythingIsSecret);

        for (const judge of [
          failedInEvm,
          lacksBlock,
          lacksMethod,
          mayRejectBlockHash,
        ]) {
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
