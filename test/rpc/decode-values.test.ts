import { expect } from "chai";
import fc from "fast-check";
import {
  decodeChainId,
  decodeClientVersion,
  decodeData,
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../src/rpc/decode-values.ts";

const NO_TEXTS = [null, undefined, true, 1, 1.5, [], {}, ["0x1"], { a: 1 }];

describe("decodeChainId", () => {
  for (const [text, id] of Object.entries({
    "0x7ec8": 32456,
    "0x7EC9": 32457,
    "0x64": 100,
    "0x0064": 100,
    "0x1fffffffffffff": Number.MAX_SAFE_INTEGER,
  })) {
    it(`given ${text}, gives ${id}`, () => {
      expect(decodeChainId(text)).to.deep.equal({ ok: true, value: id });
    });
  }

  for (const value of [
    ...NO_TEXTS,
    "",
    "0x",
    "0x0",
    "100",
    "0X64",
    "0x64 ",
    "-0x64",
    "0x6g",
    "0x20000000000000",
    `0x${"f".repeat(65)}`,
    32456,
  ]) {
    it(`given ${JSON.stringify(value)}, refuses it with a reason`, () => {
      expect(decodeChainId(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_chainId: [^\p{C}]{10,200}$/u);
    });
  }
});

describe("decodeQuantity", () => {
  it("given a number of up to 256 bits, reads it exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (number) => {
        expect(decodeQuantity(`0x${number.toString(16)}`)).to.deep.equal({
          ok: true,
          value: number,
        });
      }),
      { seed: 20263, numRuns: 500 },
    );
  });
});

describe("decodeData", () => {
  it("given whole bytes or none, gives them in lower case", () => {
    expect(decodeData("0x")).to.deep.equal({ ok: true, value: "0x" });
    expect(decodeData("0xAB01")).to.deep.equal({ ok: true, value: "0xab01" });
  });

  for (const value of [...NO_TEXTS, "", "ab", "0xa", "0xag", "0Xab"]) {
    it(`given ${JSON.stringify(value)}, refuses it with a reason`, () => {
      expect(decodeData(value)).to.include({ ok: false });
    });
  }
});

describe("decodeGanacheSlot", () => {
  const zero = `0x${"0".repeat(64)}`;

  it("given 0x, gives zero; given anything else, what decodeStorageSlot gives", () => {
    expect(decodeGanacheSlot("0x")).to.deep.equal({ ok: true, value: zero });
    for (const value of [
      "0x0",
      "0x1f",
      "0x01",
      "",
      null,
      `0x${"f".repeat(64)}`,
    ]) {
      expect(decodeGanacheSlot(value)).to.deep.equal(decodeStorageSlot(value));
    }
  });
});

describe("decodeStorageSlot", () => {
  const word = (digits: string): string => `0x${digits.padStart(64, "0")}`;

  for (const [text, expected] of Object.entries({
    [word("AB")]: word("ab"),
    [`0x${"f".repeat(64)}`]: `0x${"f".repeat(64)}`,
    "0x0": word(""),
    "0x00": word(""),
    "0x1f": word("1f"),
  })) {
    it(`given ${text}, gives the word`, () => {
      expect(decodeStorageSlot(text)).to.deep.equal({
        ok: true,
        value: expected,
      });
    });
  }

  for (const value of [
    ...NO_TEXTS,
    "",
    "0x",
    "0x01",
    "0x000",
    word("ab").slice(0, -2),
    `${word("ab")}00`,
    "0xzz",
  ]) {
    it(`given ${JSON.stringify(value)}, refuses it with a reason`, () => {
      expect(decodeStorageSlot(value))
        .to.include({ ok: false })
        .and.to.have.property("reason")
        .that.matches(/^eth_getStorageAt: /);
    });
  }
});

describe("decodeClientVersion", () => {
  it("given a version, gives it", () => {
    expect(decodeClientVersion("anvil/v1.7.1")).to.deep.equal({
      ok: true,
      value: "anvil/v1.7.1",
    });
  });

  it("given commands for a terminal and two thousand characters, gives one short printable line", () => {
    const hostile = `\u001b]0;title\u0007Geth\r\n\u202e\u2028${"x".repeat(2000)}`;
    const decoded = decodeClientVersion(hostile);
    expect(decoded.ok && decoded.value).to.match(/^[^\p{C}\p{Zl}]{200}$/u);
  });

  for (const value of [...NO_TEXTS, "", " \n\u0000 "]) {
    it(`given ${JSON.stringify(value)}, refuses it with a reason`, () => {
      expect(decodeClientVersion(value)).to.include({ ok: false });
    });
  }
});

describe("the decoders of single values", () => {
  for (const decode of [
    decodeChainId,
    decodeClientVersion,
    decodeData,
    decodeQuantity,
    decodeStorageSlot,
  ]) {
    it(`${decode.name}: given any JSON value, reads a text or gives a printable reason`, () => {
      fc.assert(
        fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
          const decoded = decode(value);
          if (decoded.ok) {
            expect(value).to.be.a("string");
          } else {
            expect(decoded.reason).to.match(/^[^\p{C}]{1,300}$/u);
          }
        }),
        { seed: 20264, numRuns: 1000 },
      );
    });
  }
});
