import { expect } from "chai";
import { getAddress } from "viem";
import {
  type Expectation,
  isExpectedAny,
} from "../../../src/config/expectations.ts";
import { judgeExpectation } from "../../../src/verify/expect/judge-expectation.ts";
import { told } from "../../../src/verify/values/reason.ts";
import {
  addressValue,
  flagValue,
  numberValue,
  type Reading,
  record,
  setOf,
  textValue,
  type Unit,
  type Value,
} from "../../../src/verify/values/value.ts";

const A = getAddress(`0x${"a1".repeat(20)}`);
const B = getAddress(`0x${"b2".repeat(20)}`);
const read = (value: Value): Reading => ({ kind: "read", value });
const both = setOf([addressValue(A), addressValue(B)]);
const some = setOf([addressValue(A)], "no-access-list");
const fee = read(numberValue(10n ** 15n));
const two = read(numberValue(2));
const days = read(numberValue(172_800));

describe("a value, by what people expect of it", () => {
  const cases: readonly (readonly [
    expectation: Expectation,
    reading: Reading,
    verdict: string,
    unit?: Unit,
  ])[] = [
    [A.toLowerCase(), read(addressValue(A)), "holds"],
    [A, read(addressValue(B)), "broken"],
    ["nobody", read(addressValue(A)), "malformed"],
    ["0.1 %", fee, "holds", "share"],
    ["0.10 %", fee, "holds", "share"],
    ["1 %", fee, "broken", "share"],
    // Without its unit, it could be a share of 10^18, or a percentage.
    ["0.1", fee, "malformed", "share"],
    [10n ** 15n, fee, "malformed", "share"],
    [{ max: "0.1 %" }, fee, "holds", "share"],
    [{ max: "0.09 %" }, fee, "broken", "share"],
    [{ max: 1 }, fee, "malformed", "share"],
    ["2 days", days, "holds", "seconds"],
    ["48 hours", days, "holds", "seconds"],
    [{ min: "1 day", max: "3 days" }, days, "holds", "seconds"],
    [{ min: 2 }, days, "malformed", "seconds"],
    [{ min: 2 }, two, "holds"],
    [{ min: 3 }, two, "broken"],
    [{ min: 1, max: 1n }, two, "broken"],
    [{ min: "two" }, two, "malformed"],
    [{ min: 2 }, read(addressValue(A)), "malformed"],
    [{ min: 2 }, read(record({ min: numberValue(2) })), "holds"],
    [{ min: 2 }, { kind: "not offered" }, "broken"],
    [{ min: 2 }, { kind: "unread", reason: told("HTTP 500") }, "unread"],
    [false, read(flagValue(true)), "broken"],
    [false, { kind: "not offered" }, "broken"],
    [[B, A], read(both), "holds"],
    [[A], read(both), "broken"],
    [A, read(both), "malformed"],
    // What is known in part is never the same, and what is new is proven.
    [[A], read(some), "unread"],
    [[A, B], read(some), "unread"],
    [[B], read(some), "broken"],
    ["5", read(textValue("5")), "holds"],
    [5, read(textValue("5")), "malformed"],
    [A, { kind: "hidden", reason: "storage-hidden" }, "unread"],
    [A, { kind: "unread", reason: told("HTTP 500") }, "unread"],
    ["any", read(textValue("one")), "any"],
    ["any", { kind: "unread", reason: told("HTTP 500") }, "any"],
  ];
  for (const [expectation, reading, verdict, unit] of cases) {
    const text = JSON.stringify([expectation, reading, unit], (_, one) =>
      typeof one === "bigint" ? `${one}n` : one,
    );
    it(`given ${text}, then it is ${verdict}`, () => {
      const judged = judgeExpectation(
        { "a.b": expectation },
        { id: "a.b", unit },
        reading,
      );

      expect(judged).to.equal(verdict);
    });
  }

  const delegating = record({ delegatesTo: addressValue(B) });
  const wallet = record({ safe: textValue("1.4.1") });
  for (const [id, expectation, value, verdict] of [
    [`${A}.is`, "account", delegating, "broken"],
    [`${A}.is`, "contract", wallet, "broken"],
    [`${A}.is`, { safe: "1.4.1" }, textValue("account"), "broken"],
    [`${A}.is`, { safe: "1.4.1" }, delegating, "broken"],
    [`${A}.is`, { sfae: "1.4.1" }, textValue("account"), "malformed"],
    [`${A}.is`, "Safe 1.4.1", wallet, "malformed"],
    [`${A}.is`, { min: 2 }, textValue("account"), "malformed"],
    ["own.Market.is", "account", delegating, "malformed"],
  ] as const) {
    it(`given ${JSON.stringify(expectation)} of ${id}, and ${JSON.stringify(value)} there, then it is ${verdict}`, () => {
      const judged = judgeExpectation(
        { [id]: expectation },
        { id },
        read(value),
      );

      expect(judged).to.equal(verdict);
    });
  }

  it("given an address of another spelling in an id, then it is the same value", () => {
    const expectations = { [`${A.toLowerCase()}.threshold`]: "any" };

    expect(isExpectedAny(expectations, `${A}.threshold`)).to.equal(true);
    expect(isExpectedAny(expectations, `${A}.Threshold`)).to.equal(false);
    expect(isExpectedAny({ "a.b": undefined }, "a.b")).to.equal(false);
    expect(isExpectedAny(undefined, "a.b")).to.equal(false);
  });
});
