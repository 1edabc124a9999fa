import { isRecord } from "../../base/records.ts";
import {
  type Expectation,
  type Expectations,
  type ExpectationVerdict,
  expectationOf,
  isBounds,
  isExpectedAny,
} from "../../config/expectations.ts";
import { kindNamed } from "../../contracts/code-kinds.ts";
import { compare, sameness } from "../values/compare.ts";
import { parseLike } from "../values/parse.ts";
import { partsOfId } from "../values/path.ts";
import { CONTRACT, type Reading, type Unit } from "../values/value.ts";

/** Judges a value by its expectation; `undefined` if there is none. */
export function judgeExpectation(
  expect: Expectations | undefined,
  { id, unit }: { readonly id: string; readonly unit?: Unit | undefined },
  reading: Reading,
): ExpectationVerdict | undefined {
  const { expectation } = expectationOf(expect, id) ?? {};
  if (expectation === undefined) {
    return undefined;
  }
  if (isExpectedAny(expect, id)) {
    return "any";
  }
  if (reading.kind !== "read") {
    return reading.kind === "not offered" ? "broken" : "unread";
  }
  const { value } = reading;
  if (value.kind === "number" && isBounds(expectation)) {
    const [least, most] = [expectation.min, expectation.max].map((one) =>
      one === undefined ? value : parseLike(one, value, unit),
    );
    if (least?.kind !== "number" || most?.kind !== "number") {
      return "malformed";
    }
    const isWithin = least.value <= value.value && value.value <= most.value;
    return isWithin ? "holds" : "broken";
  }
  const expected = parseLike(expectation, value, unit);
  if (expected === undefined) {
    return partsOfId(id)?.name === "is" && isParty(expectation)
      ? "broken"
      : "malformed";
  }
  return VERDICTS[
    sameness(compare({ kind: "read", value: expected }, reading))
  ];
}

/** Tells whether something else may be at an address: a wallet is a record, others are texts. */
function isParty(expectation: Expectation): boolean {
  if (isRecord(expectation) && !isBounds(expectation)) {
    return Object.keys(expectation).every(
      (name) => name === "delegatesTo" || kindNamed(name)?.wallet !== undefined,
    );
  }
  return expectation === "account" || expectation === CONTRACT.value;
}

const VERDICTS = {
  same: "holds",
  changed: "broken",
  unclear: "unread",
} as const;
