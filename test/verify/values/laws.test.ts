import { expect } from "chai";
import fc from "fast-check";
import { getAddress } from "viem";
import { decode, encode } from "../../../src/verify/values/codec.ts";
import {
  compare,
  confirms,
  sameness,
} from "../../../src/verify/values/compare.ts";
import { told } from "../../../src/verify/values/reason.ts";
import {
  addressValue,
  bytesValue,
  canonical,
  canonicalReading,
  flagValue,
  type Item,
  type KnownReading,
  keyOf,
  numberValue,
  type Reading,
  record,
  type Scalar,
  type SetOf,
  sequence,
  setOf,
  textValue,
  type Value,
} from "../../../src/verify/values/value.ts";

const RUNS = { numRuns: 3000 };

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((all) => `0x${Buffer.from(all).toString("hex")}` as const);
const oneByte = fc.integer({ min: 0, max: 2 });
const someAddress = oneByte.map((n) =>
  addressValue(getAddress(`0x${String(n).padStart(40, "a")}`)),
);
/** Texts that look like other values are likely. */
const someText = fc.oneof(
  fc.constantFrom("", "0", "5", "-5", "0x", "0xab", "0xAB", "true", "null"),
  fc.constantFrom("not readable", "not offered", "empty", "none", "$text"),
  hex(20),
  fc.string({ unit: "binary" }),
);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  someAddress,
  fc.bigInt({ min: -3n, max: 3n }).map(numberValue),
  fc.bigInt().map(numberValue),
  fc.boolean().map(flagValue),
  someText.map(textValue),
  fc.oneof(hex(0), hex(1), hex(20), hex(32)).map(bytesValue),
);
const name = fc.constantFrom("a", "address", "$a", "$$", "$text", "__proto__");
const recordOf = <T>(of: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(name, of), { selector: ([key]) => key, maxLength: 3 })
    .map((fields) => record(Object.fromEntries(fields)));
const item: fc.Arbitrary<Item> = fc.oneof(scalar, recordOf(scalar));
const set = fc
  .tuple(
    fc.array(item, { maxLength: 3 }),
    fc.constantFrom(undefined, "no-access-list", "no-events"),
    fc.array(item, { maxLength: 2 }),
  )
  .map(([items, missing, without]) => setOf(items, missing, without));
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    set,
    fc.array(tie("value"), { maxLength: 2 }).map(sequence),
    recordOf(tie("value")),
  ),
}));
const encodable: fc.Arbitrary<KnownReading> = fc.oneof(
  {
    weight: 8,
    arbitrary: value.map((one) => ({ kind: "read", value: one }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "not offered" } as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("storage-hidden", "code-not-found")
      .map((reason) => ({ kind: "hidden", reason }) as const),
  },
);
const reading: fc.Arbitrary<Reading> = fc.oneof(
  { weight: 8, arbitrary: encodable },
  {
    weight: 1,
    arbitrary: fc.constant({ kind: "unread", reason: told("x") } as const),
  },
);

describe("values", () => {
  it("given any reading, then its JSON reads back as the same one, and no other reading has it", () => {
    fc.assert(
      fc.property(encodable, encodable, (one, other) => {
        const json = JSON.parse(JSON.stringify(encode(one)));
        const back = decode(json);

        expect(back && encode(back)).to.deep.equal(json);
        expect(back && form(back)).to.equal(form(one));
        expect(
          JSON.stringify(encode(one)) === JSON.stringify(encode(other)),
        ).to.equal(form(one) === form(other));
        expect(canonicalReading(one) === canonicalReading(other)).to.equal(
          form(one) === form(other),
        );
      }),
      RUNS,
    );
  });

  it("given a text that is any sentence of a report, then it is the same as itself alone", () => {
    for (const words of ["not readable", "not offered", "none", "empty", ""]) {
      const one = { kind: "read", value: textValue(words) } as const;

      expect(sameness(compare(one, one))).to.equal("same");
      for (const other of [
        { kind: "not offered" },
        { kind: "hidden", reason: "storage-hidden" },
        { kind: "read", value: setOf([]) },
      ] as const) {
        expect(sameness(compare(one, other))).to.not.equal("same");
      }
    }
  });

  it("given complete readings, then equal ones are the same, and all others have changed", () => {
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        fc.pre(isWhole(one) && isWhole(other));

        expect(sameness(compare(one, one))).to.equal("same");
        expect(sameness(compare(one, other))).to.equal(
          form(one) === form(other) ? "same" : "changed",
        );
      }),
      RUNS,
    );
  });

  it("given any readings, then a comparison is the same in both directions, and what is open is never the same", () => {
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        const [there, back] = [compare(one, other), compare(other, one)];

        expect(sameness(there)).to.equal(sameness(back));
        expect(there.added.length).to.equal(back.removed.length);
        expect(there.unsure.before.length).to.equal(back.unsure.now.length);
        if (!isWhole(one) || !isWhole(other)) {
          expect(sameness(there)).to.not.equal("same");
        }
      }),
      RUNS,
    );
  });

  it("given sets of a few items, then the comparison says what an enumeration of all that they may be says", () => {
    const universe = [1n, 2n, 3n, 4n].map((one) => numberValue(one));
    const small = fc
      .tuple(
        fc.subarray(universe.slice(1)),
        fc.constantFrom(undefined, "no-events" as const),
        fc.subarray(universe.slice(1)),
      )
      .map(([items, missing, without]) => setOf(items, missing, without));
    fc.assert(
      fc.property(small, small, (one, other) => {
        const [all, others] = [one, other].map((each) =>
          meaningsOf(each, universe),
        );
        const common = all?.filter((each) => others?.includes(each)) ?? [];
        const isSame = all?.length === 1 && others?.length === 1;
        const expected =
          common.length === 0 ? "changed" : isSame ? "same" : "unclear";

        expect(sameness(compare(read(one), read(other)))).to.equal(expected);
      }),
      RUNS,
    );
  });

  it("given any reading, then it confirms itself, and one that says less does not confirm it", () => {
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        expect(confirms(one, one)).to.equal("confirmed");
        if (confirms(one, other) === "confirmed" && one.kind !== "unread") {
          expect(sameness(compare(one, other))).to.not.equal("changed");
        }
      }),
      RUNS,
    );
    const [first, second] = [numberValue(1n), numberValue(2n)];
    const some = read(setOf([first], "no-events"));
    for (const [one, later, expected] of [
      [some, read(setOf([first, second], "no-events")), "confirmed"],
      [some, read(setOf([first])), "confirmed"],
      [some, read(setOf([second], "no-events")), "unconfirmed"],
      [some, read(setOf([second])), "disputed"],
      [some, read(setOf([second], "no-events", [first])), "disputed"],
      [read(setOf([first], "no-events", [second])), some, "unconfirmed"],
      [read(setOf([], "no-events", [second])), read(setOf([])), "confirmed"],
      [read(setOf([first])), some, "unconfirmed"],
      [read(first), { kind: "hidden", reason: "storage-hidden" }, "disputed"],
      [read(first), { kind: "unread", reason: told("x") }, "unconfirmed"],
    ] as const) {
      expect(confirms(one, later), JSON.stringify(encodeOr(later))).to.equal(
        expected,
      );
    }
  });

  it("given another code hash at an address of an incomplete set, then that has changed", () => {
    const runs = (code: `0x${string}`, ...more: Item[]) =>
      read(
        setOf(
          [
            record({ address: addressValue(ONE), code: bytesValue(code) }),
            ...more,
          ],
          "no-access-list",
        ),
      );

    expect(sameness(compare(runs("0xab"), runs("0xab")))).to.equal("unclear");
    expect(sameness(compare(runs("0xab"), runs("0xcd")))).to.equal("changed");
  });
});

const ONE = getAddress(`0x${"1".repeat(40)}`);

function read(of: Value): Reading {
  return { kind: "read", value: of };
}

function encodeOr(one: Reading): unknown {
  return one.kind === "unread" ? "unread" : encode(one);
}

/** Every complete set that one may be. */
function meaningsOf(
  { items, missing, without = [] }: SetOf,
  universe: readonly Scalar[],
) {
  const known = new Set([...items, ...without].map(keyOf));
  const others =
    missing === undefined
      ? []
      : universe.filter((one) => !known.has(keyOf(one)));
  return Array.from({ length: 2 ** others.length }, (_, mask) =>
    [...items, ...others.filter((_one, at) => (mask >> at) % 2 === 1)]
      .map(canonical)
      .sort()
      .join(),
  );
}

/** Equal for readings that say the same, whatever the order of sets and fields. */
function form(one: Reading): string {
  return one.kind === "read"
    ? `read ${formOf(one.value)}`
    : JSON.stringify(one);
}

function formOf(one: Value): string {
  switch (one.kind) {
    case "set":
      return `set ${one.missing} ${JSON.stringify(
        [one.items, one.without ?? []].map((all) => all.map(canonical).sort()),
      )}`;
    case "sequence":
      return `sequence ${JSON.stringify(one.items.map(formOf))}`;
    case "record":
      return `record ${JSON.stringify(
        Object.entries(one.fields)
          .map(([key, field]) => [key, formOf(field)])
          .sort(),
      )}`;
    default:
      return canonical(one);
  }
}

function isWhole(one: Reading): boolean {
  if (one.kind === "hidden" || one.kind === "unread") {
    return false;
  }
  return !/"no-|set no-/.test(form(one).replace(/\\/g, ""));
}
