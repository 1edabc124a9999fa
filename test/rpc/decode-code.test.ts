import { expect } from "chai";
import fc from "fast-check";

import { decodeCode } from "../../src/rpc/decode-code.ts";

const TARGET = "ab".repeat(20);

describe("decodeCode", () => {
  it("given 0x, finds no code", () => {
    expect(decodeCode("0x")).to.deep.equal({
      ok: true,
      value: { kind: "none" },
    });
  });

  it("given code, gives it in lower case with its size in bytes", () => {
    expect(decodeCode("0x6080604052FE")).to.deep.equal({
      ok: true,
      value: { kind: "code", code: "0x6080604052fe", size: 6 },
    });
  });

  it("given a delegation of EIP-7702, names the account whose code it borrows", () => {
    expect(decodeCode(`0xEF0100${TARGET}`)).to.deep.equal({
      ok: true,
      value: {
        kind: "delegated",
        code: `0xef0100${TARGET}`,
        target: `0x${TARGET}`,
      },
    });
  });

  it("given code larger than any chain allows, reads it all the same", () => {
    const decoded = decodeCode(`0x${"60".repeat(4_000_000)}`);
    expect(decoded.ok && decoded.value).to.include({ size: 4_000_000 });
  });

  for (const [title, value] of Object.entries({
    "0x0, an old tool's no code": "0x0",
    "0x00, a placeholder": "0x00",
    "a word of zeros": `0x${"00".repeat(32)}`,
    "an empty text": "",
    "null, the state is not there": null,
    "half a byte too much": "0x60806",
    "no prefix": "6080",
    "a prefix in upper case": "0X6080",
    "white space around it": " 0x6080\n",
    "other letters": "0x60gg",
    "a delegation that is cut off": `0xef0100${TARGET.slice(2)}`,
    "a delegation that goes on": `0xef0100${TARGET}00`,
    "a JSON number": 6080,
    true: true,
    "a list": ["0x6080"],
    "an object": { code: "0x6080" },
    nothing: undefined,
  })) {
    it(`given ${title}, says neither absent nor present, with a reason`, () => {
      expect(decodeCode(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_getCode: the node sent [^\p{C}]{4,250}$/u);
    });
  }

  it("given any JSON value, finds no code in 0x alone and code only in whole bytes of hex", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF") }),
      fc.string(),
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom("0x", "0X", "", "0xef0100"), text)
        .map(([prefix, rest]) => prefix + rest),
    );
    fc.assert(
      fc.property(value, (source) => {
        const decoded = decodeCode(source);
        if (!decoded.ok) {
          expect(decoded.reason).to.match(/^[^\p{C}]{1,300}$/u);
          return;
        }
        if (decoded.value.kind === "none") {
          expect(source).to.equal("0x");
          return;
        }
        expect(source).to.match(/^0x([0-9a-fA-F]{2})+$/);
        expect(decoded.value.code).to.equal(String(source).toLowerCase());
        expect(decoded.value.kind === "delegated").to.equal(
          decoded.value.code.startsWith("0xef0100"),
        );
      }),
      { seed: 20262, numRuns: 3000 },
    );
  });
});
