import { expect } from "chai";
import fc from "fast-check";
import { getAddress } from "viem";
import { parse, parseLike } from "../../../src/verify/values/parse.ts";
import {
  addressValue,
  bytesValue,
  flagValue,
  numberValue,
  record,
  type Scalar,
  sequence,
  setOf,
  textValue,
  type Unit,
  type Value,
} from "../../../src/verify/values/value.ts";
import { render } from "../../../src/verify/words/render.ts";

const RUNS = { numRuns: 3000 };
const A = getAddress(`0x${"a1".repeat(20)}`);
const B = getAddress(`0x${"b2".repeat(20)}`);

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((all) => `0x${Buffer.from(all).toString("hex")}` as const);
const times = fc.oneof(
  fc.bigInt({ min: 0n, max: 400n }),
  fc
    .tuple(
      fc.bigInt({ min: 1n, max: 999n }),
      fc.constantFrom(60n, 3600n, 86_400n),
    )
    .map(([count, size]) => count * size),
  fc.bigInt(),
);
/** What has no unit, but for texts, which may look like any of these. */
const plain: fc.Arbitrary<Scalar> = fc.oneof(
  fc.bigInt().map(numberValue),
  fc.boolean().map(flagValue),
  hex(20).map((one) => addressValue(getAddress(one))),
  // Bytes as long as an address have the words of one.
  fc.oneof(hex(0), hex(1), hex(4), hex(32)).map(bytesValue),
);

describe("a value in words, parsed", () => {
  for (const [unit, values] of [
    ["share", fc.bigInt().map(numberValue)],
    ["seconds", times.map(numberValue)],
    [undefined, plain],
  ] as const) {
    it(`given any value with the unit ${unit}, then it is the value again`, () => {
      fc.assert(
        fc.property(values, (value: Scalar) => {
          const words = render({ kind: "read", value }, { unit });
          expect(parse(unit, words), words).to.deep.equal(value);
        }),
        RUNS,
      );
    });
  }

  for (const [unit, text] of [
    ["share", "0.1"],
    ["share", "1"],
    ["share", "0.00000000000000001 %"],
    ["share", "1,5 %"],
    ["share", "2 days"],
    ["seconds", "172800"],
    ["seconds", "2"],
    ["seconds", "2 weeks"],
    ["seconds", "1.5 days"],
    ["seconds", "0.1 %"],
  ] as const) {
    it(`given "${text}" for a number of ${unit}, then it is none`, () => {
      expect(parse(unit, text)).to.equal(undefined);
    });
  }

  it("given a percentage without a space, then it is the same one", () => {
    expect(parse("share", "0.1%")).to.deep.equal(numberValue(10n ** 15n));
    expect(parse("seconds", "1 day")).to.deep.equal(numberValue(86_400));
  });
});

describe("what somebody has written for a value", () => {
  const item = record({ address: addressValue(A), active: flagValue(true) });
  const cases: readonly (readonly [
    title: string,
    written: unknown,
    like: Value,
    value: Value | undefined,
    unit?: Unit,
  ])[] = [
    ["a number", 2, numberValue(5), numberValue(2)],
    ["a bigint", 2n ** 80n, numberValue(5), numberValue(2n ** 80n)],
    ["the digits of a number", "12", numberValue(5), numberValue(12)],
    ["a number of no unit", 2, numberValue(5), undefined, "seconds"],
    ["a flag", true, flagValue(false), flagValue(true)],
    ["a word for a flag", "no", flagValue(true), flagValue(false)],
    [
      "an address in lower case",
      A.toLowerCase(),
      addressValue(B),
      addressValue(A.toLowerCase() as typeof A),
    ],
    ["no address", "0x12", addressValue(B), undefined],
    ["a text like a number", "5", textValue("six"), textValue("5")],
    ["a text like a flag", "yes", textValue(""), textValue("yes")],
    ["a flag for a text", true, textValue("true"), undefined],
    ["bytes like an address", A, bytesValue("0x12"), bytesValue(A)],
    ["an address for a list", A, setOf([addressValue(A)]), undefined],
    ["a list for an address", [A], addressValue(A), undefined],
    [
      "a list without an order",
      [B, A],
      setOf([addressValue(A)]),
      setOf([addressValue(B), addressValue(A)]),
    ],
    ["an empty list", [], setOf([addressValue(A)]), setOf([])],
    ["a list where none is", [A], setOf([]), setOf([addressValue(A)])],
    ["a list in a list without an order", [[A]], setOf([]), undefined],
    [
      "a list with a mistake",
      [A, "0x12"],
      setOf([addressValue(A)]),
      setOf([addressValue(A), bytesValue("0x12")]),
    ],
    [
      "a list that repeats an item",
      [A, A.toLowerCase()],
      setOf([addressValue(A)]),
      undefined,
    ],
    ["a list with nothing", [null], setOf([]), undefined],
    [
      "fields that begin with a sign",
      { $a: 1 },
      record({ $a: numberValue(2) }),
      record({ $a: numberValue(1) }),
    ],
    [
      "a list of places",
      [{ address: A, active: true }],
      sequence([item]),
      sequence([item]),
    ],
    [
      "a place with a mistake",
      [{ address: A, active: 1 }],
      sequence([item]),
      sequence([record({ address: addressValue(A), active: numberValue(1) })]),
    ],
    [
      "fields",
      { safe: "1.3.0" },
      record({ safe: textValue("1.4.1") }),
      record({ safe: textValue("1.3.0") }),
    ],
    ["null", null, textValue(""), undefined],
  ];
  for (const [title, written, like, value, unit] of cases) {
    it(`given ${title}, then it is ${value?.kind ?? "nothing"}`, () => {
      expect(parseLike(written, like, unit)).to.deep.equal(value);
    });
  }
});
