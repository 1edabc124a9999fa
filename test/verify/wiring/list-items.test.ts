import { expect } from "chai";
import { encodeAbiParameters, parseAbiParameters } from "viem";
import { ERC721_FACTORY } from "../../../src/contracts/types/erc721-factory.ts";
import { policyFactsOf } from "../../../src/verify/expect/policy-facts.ts";
import { encodeCall } from "../../../src/verify/follow/codec.ts";
import type { Answers } from "../../../src/verify/questions/question.ts";
import type { CallReading } from "../../../src/verify/questions/readings.ts";
import { decode, encode } from "../../../src/verify/values/codec.ts";
import { compare, sameness } from "../../../src/verify/values/compare.ts";
import type { Reading } from "../../../src/verify/values/value.ts";
import { readPolicy } from "../../../src/verify/wiring/policy-values.ts";
import { render } from "../../../src/verify/words/render.ts";

const FACTORY = `0x${"F".repeat(40)}` as const;
const TEMPLATE = `0x${"1".repeat(40)}` as const;
const { tokenTemplates } = ERC721_FACTORY.privileged;
const [FACT] = policyFactsOf(
  { tokenTemplates },
  { of: FACTORY, prefix: "factory", label: "ERC721Factory" },
);

const active: CallReading = {
  kind: "returned",
  data: encodeAbiParameters(parseAbiParameters("address, bool"), [
    TEMPLATE,
    true,
  ]),
};
const reverted: CallReading = { kind: "reverted" };
const garbage: CallReading = { kind: "returned", data: "0x01" };

/** What is read of the list, whose items answer like this. */
function readList(...items: readonly CallReading[]): Reading {
  const { count, item } = tokenTemplates.source;
  const length = encodeAbiParameters(parseAbiParameters("uint256"), [
    BigInt(items.length),
  ]);
  const byData = new Map<string, CallReading>([
    [encodeCall(count), { kind: "returned", data: length }],
    ...items.map(
      (one, index) => [encodeCall(item, [BigInt(index + 1)]), one] as const,
    ),
  ]);
  const answers = {
    get: ({ call }: { readonly call: { readonly data: string } }) =>
      byData.get(call.data),
  } as unknown as Answers;
  if (FACT === undefined) {
    throw new Error("There is no such fact");
  }
  const context = { answers, codes: new Map(), followed: new Set<string>() };
  const place = { isContract: true, delegation: undefined, calls: [] };
  return readPolicy(FACT, place, { ...context, locked: undefined }).reading;
}

const judge = (before: Reading, now: Reading) => sameness(compare(before, now));

describe("the items of a list on chain", () => {
  for (const [what, answer] of [
    ["reverts", reverted],
    ["answers with what is no item", garbage],
  ] as const) {
    it(`given one whose call ${what}, then it keeps its place, and the list is locked and compared`, () => {
      const reading = readList(active, answer, active);
      if (reading.kind !== "read") {
        throw new Error(`It was not read: ${JSON.stringify(reading)}`);
      }
      const item = { address: TEMPLATE, active: true };

      expect(encode(reading)).to.deep.equal({
        $sequence: [item, "not offered", item],
      });
      expect(render(reading)).to.equal(
        `${TEMPLATE}, active, not offered, ${TEMPLATE}, active`,
      );
      expect(decode(encode(reading))).to.deep.equal(reading);
      expect(judge(reading, readList(active, answer, active))).to.equal("same");
      expect(judge(reading, readList(active, active, active))).to.equal(
        "changed",
      );
      expect(judge(readList(active, active, active), reading)).to.equal(
        "changed",
      );
      expect(judge(readList(active, active), reading)).to.equal("changed");
    });
  }

  it("given one that was not read this time, then neither was the list", () => {
    const reading = readList(
      active,
      { kind: "unknown", reason: "HTTP 500" },
      reverted,
    );

    expect(reading).to.deep.include({
      kind: "unread",
      reason: {
        code: "item-unread",
        facts: { place: "2" },
        cause: { code: "endpoint", facts: { text: "HTTP 500" } },
      },
    });
  });
});
