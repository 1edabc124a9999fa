import { expect } from "chai";
import fc from "fast-check";
import { type AbiFunction, encodeFunctionData, getAddress } from "viem";
import { exactInteger, parseStrictJson } from "../../../src/files/json.ts";
import { parseTransactions } from "../../../src/verify/simulate/read-transactions.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const FROM = "0x000000000000000000000000000000000000dEaD";

interface Input {
  readonly name: string;
  readonly type: string;
  readonly components?: readonly Input[];
}

/** A value of a type, and a spelling of it as a JSON text. */
interface Spelled {
  readonly input: Input;
  readonly plain: unknown;
  /** As the value of an input, or an item of a list of the same type. */
  readonly json: string;
  /** In a tuple, whose text is JSON. */
  readonly inTuple: string;
  /** In a list without quotes; `undefined` if the type requires JSON. */
  readonly bare: string | undefined;
}

const quote = (text: string) => JSON.stringify(text);
const spaced = (text: string) =>
  fc.constantFrom("", " ", "\n").map((space) => `${space}${text}${space}`);

function scalar<T>(
  type: string,
  plain: fc.Arbitrary<T>,
  spellings: (plain: T) => readonly string[],
  numbers: (plain: T) => readonly string[] = () => [],
  tupled: (plain: T) => readonly string[] = (one) => [
    ...spellings(one).map(quote),
    ...numbers(one),
  ],
): fc.Arbitrary<Spelled> {
  return plain.chain((value) =>
    fc
      .record({
        text: fc.constantFrom(...spellings(value)).chain(spaced),
        number: fc.constantFrom(undefined, ...numbers(value)),
        inTuple: fc.constantFrom(...tupled(value)),
        mark: fc.constantFrom("", '"', "'"),
      })
      .map(({ text, number, inTuple, mark }) => ({
        input: { name: "", type },
        plain: value,
        json: number ?? quote(text),
        inTuple,
        bare: `${mark}${text}${mark}`,
      })),
  );
}

const BITS = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);
const INTEGERS = fc
  .record({ bits: BITS, isSigned: fc.boolean() })
  .chain(({ bits, isSigned }) => {
    const size = 2n ** BigInt(bits);
    const min = isSigned ? -size / 2n : 0n;
    return scalar(
      `${isSigned ? "" : "u"}int${bits}`,
      fc.bigInt({ min, max: min + size - 1n }),
      (value) =>
        value < 0n
          ? [String(value)]
          : [String(value), `0x${value.toString(16)}`],
      (value) => [String(value)],
    );
  });
const BYTES = (length: number | undefined) =>
  scalar(
    `bytes${length ?? ""}`,
    fc
      .uint8Array({ minLength: length ?? 0, maxLength: length ?? 40 })
      .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
    (value) => [value, `0x${value.slice(2).toUpperCase()}`],
  );
const SCALARS = fc.oneof(
  INTEGERS,
  fc.integer({ min: 1, max: 32 }).chain(BYTES),
  BYTES(undefined),
  scalar(
    "address",
    fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString("hex")}`)),
    (value) => [
      value,
      value.toLowerCase(),
      `0x${value.slice(2).toUpperCase()}`,
    ],
  ),
  scalar(
    "bool",
    fc.boolean(),
    (value) =>
      value ? ["true", "True", "TRUE", "1"] : ["false", "False", "0"],
    (value) => (value ? ["true", "1"] : ["false", "0"]),
    (value) => (value ? ["true", "1", '"true"', '"1"'] : ["false", "0"]),
  ),
  fc.string({ unit: "grapheme" }).map((plain) => ({
    input: { name: "", type: "string" },
    plain,
    json: quote(plain),
    inTuple: quote(plain),
    bare: undefined,
  })),
);

function listOf(item: fc.Arbitrary<Spelled>): fc.Arbitrary<Spelled> {
  return fc
    .record({ first: item, length: fc.option(fc.integer({ min: 1, max: 3 })) })
    .chain(({ first, length }) =>
      fc
        .record({
          count:
            length === null
              ? fc.integer({ min: 0, max: 3 })
              : fc.constant(length),
          isText: fc.boolean(),
        })
        .map(({ count, isText }) => {
          // One value again and again, since its items have to be of one type.
          const items = Array.from({ length: count }, () => first);
          const inTuple = `[${items.map((one) => one.inTuple).join()}]`;
          const bare =
            first.bare === undefined
              ? undefined
              : `[${items.map((one) => one.bare).join()}]`;
          const { type, ...input } = first.input;
          const isList = first.input.type.endsWith("]");
          const json = `[${items.map((one) => (isList ? one.inTuple : one.json)).join()}]`;
          return {
            input: { ...input, type: `${type}[${length ?? ""}]` },
            plain: items.map((one) => one.plain),
            json: isText ? quote(bare ?? inTuple) : json,
            inTuple,
            bare,
          };
        }),
    );
}

function tupleOf(part: fc.Arbitrary<Spelled>): fc.Arbitrary<Spelled> {
  return fc
    .record({
      parts: fc.array(part, { minLength: 1, maxLength: 3 }),
      isObject: fc.boolean(),
      isText: fc.boolean(),
    })
    .map(({ parts, isObject, isText }) => {
      const named = parts.map((one, at) => ({
        ...one,
        input: { ...one.input, name: `part${at}` },
      }));
      const inTuple = isObject
        ? `{${named
            .map((one) => `${quote(one.input.name)}:${one.inTuple}`)
            .toReversed()
            .join()}}`
        : `[${named.map((one) => one.inTuple).join()}]`;
      const components = named.map(({ input }) => input);
      return {
        input: { name: "", type: "tuple", components },
        plain: named.map((one) => one.plain),
        json: isText ? quote(inTuple) : inTuple,
        inTuple,
        bare: undefined,
      };
    });
}

const { value: VALUES } = fc.letrec<{ value: Spelled }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    SCALARS,
    listOf(tie("value")),
    tupleOf(tie("value")),
  ),
}));

/** The calldata of a file in which the function has these inputs. */
async function calldataOf(
  inputs: readonly Input[],
  values: string,
  name = "set",
): Promise<string | undefined> {
  const method = JSON.stringify({ name, inputs, payable: false });
  const json = parseStrictJson(
    `{"meta":{},"transactions":[{"to":"${FROM}","value":"0","data":null,"contractMethod":${method},"contractInputsValues":${values}}]}`,
    exactInteger,
  );
  const { transactions } = await parseTransactions(
    json.ok ? json.value : json.reason,
    "The file tx.json",
    { chainId: 1, from: FROM },
  );
  return transactions[0]?.data;
}

/** What viem makes of plain values, which names of tuples' parts would not change. */
function encoded(inputs: readonly Input[], args: readonly unknown[]): string {
  const abi: AbiFunction = {
    type: "function",
    name: "set",
    stateMutability: "payable",
    outputs: [],
    inputs,
  };
  return encodeFunctionData({ abi: [abi], args });
}

describe("arguments as Safe's Transaction Builder has them", () => {
  it("given any types and spellings, then the calldata is that of the plain values", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(VALUES, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (spelled, isNamed) => {
          const name = (at: number) => (isNamed ? `input${at}` : "");
          const inputs = spelled.map(({ input }, at) => ({
            ...input,
            name: name(at),
          }));
          const values = spelled.map(
            ({ json }, at) => `${quote(name(at) || String(at))}:${json}`,
          );

          expect(await calldataOf(inputs, `{${values.join()}}`)).to.equal(
            encoded(
              inputs,
              spelled.map(({ plain }) => plain),
            ),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  for (const [type, plain, json] of [
    ["bool", true, '" TRUE "'],
    ["bool[]", [true, false], '"[\\"True\\",0]"'],
    ["uint256", 2n ** 255n, String(2n ** 255n)],
    ["uint256[]", [10n ** 20n], `"[${10n ** 20n}]"`],
    ["uint256[][2]", [[1n], []], '"[[1],[]]"'],
    ["uint256[]", [], '"[ ]"'],
    ["uint256", 5n, "\"'5'\""],
    ["uint256[]", [1n, 2n], "\"[' 1 ', 2]\""],
    ["string[]", ["a,b", "]"], '"[\\"a,b\\",\\"]\\"]"'],
    ["string", " a ", '" a "'],
  ] as const) {
    it(`given ${type} spelled ${json}, then it is read`, async () => {
      const inputs = [{ name: "x", type }];

      expect(await calldataOf(inputs, `{"x":${json}}`)).to.equal(
        encoded(inputs, [plain]),
      );
    });
  }

  for (const name of ["receive", "fallback"]) {
    it(`given ${name} as the function, then it is a transfer without data`, async () => {
      expect(await calldataOf([], "{}", name)).to.equal("0x");
    });
  }

  const BOTH = [{ name: "on", type: "bool" }];
  for (const [type, json, words] of [
    ["uint256", "", '"x" (uint256) is missing'],
    ["string", "null", '"x" (string) is missing'],
    ["uint256", '""', 'cannot be ""'],
    ["uint256", '" "', 'cannot be ""'],
    ["uint256", "1.5", 'cannot be "1.5"'],
    ["uint256", "1e18", 'cannot be "1000000000000000000"'],
    ["uint256", `"1'000"`, `cannot be "1'000"`],
    ["uint256", `"'5"`, `cannot be "'5"`],
    ["uint256[]", `"[1'000]"`, `cannot be "1'000"`],
    ["address[]", `"[0x'12]"`, `cannot be "0x'12"`],
    ["uint256[]", `"['1',2']"`, `cannot be "2'"`],
    ["uint8", '"256"', 'cannot be "256"'],
    ["uint8", '"-1"', 'cannot be "-1"'],
    ["bool", '"yes"', 'cannot be "yes"'],
    ["bool", '""', 'cannot be ""'],
    ["bool", "2", 'cannot be "2"'],
    ["bool", "[true]", 'cannot be "[true]"'],
    ["address", '"0x12"', 'cannot be "0x12"'],
    ["address", '"0x000000000000000000000000000000000000DeaD"', "cannot be"],
    ["bytes", '"0x123"', 'cannot be "0x123"'],
    ["bytes4", '"0x12"', 'cannot be "0x12"'],
    ["bytes", '"hello"', 'cannot be "hello"'],
    ["string", "5", 'cannot be "5"'],
    ["uint256[]", '"1,2"', 'cannot be "1,2"'],
    ["uint256[]", '"[1,,2]"', 'cannot be "[1,,2]"'],
    ["uint256[]", '"[1,2]]"', 'cannot be "[1,2]]"'],
    ["uint256[]", '"[1 2]"', 'cannot be "[1 2]"'],
    ["uint256[]", '"1"', 'cannot be "1"'],
    ["uint256[]", '"null"', 'cannot be "null"'],
    ["uint256[2]", '"[1]"', 'cannot be "[1]"'],
    ["string[]", '"[a]"', 'cannot be "[a]"'],
    ["tuple", "[]", 'cannot be "[]"'],
    ["tuple", '{"on":true,"off":true}', "cannot be"],
    ["tuple", '{"off":true}', "cannot be"],
    ["tuple", '"[\\"false\\"]"', 'cannot be "false"'],
    ["tuple[]", '["[true"]', 'cannot be "[true"'],
    ["uint7", "1", 'cannot be "1"'],
    ["bytes33", `"0x${"00".repeat(33)}"`, "cannot be"],
    ["function", '"0x12"', 'cannot be "0x12"'],
  ] as const) {
    it(`given ${type} spelled ${json || "not at all"}, then transaction, argument and value are named`, async () => {
      const input = { name: "x", type, components: BOTH };
      const values = json === "" ? "{}" : `{"x":${json}}`;
      const message = await pluginMessageOf(() => calldataOf([input], values));

      expect(message)
        .to.contain(`no valid arguments of set: transaction 1: "x" (${type}) `)
        .and.to.contain(words);
    });
  }

  it("given a name that no function has, then it is refused", async () => {
    expect(
      await pluginMessageOf(() => calldataOf([], "{}", "set()")),
    ).to.contain(
      "transactions.0.contractMethod.name: expected a function's name",
    );
  });
});
