import { durationOf, oneLine, percentOf } from "../../../src/base/text.ts";
import { isExpectedAny } from "../../../src/config/expectations.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import {
  type FactVerification,
  type JudgedNetwork,
  type JudgedReport,
  readingOfFact,
} from "../../../src/verify/found.ts";
import {
  type Unit,
  type Value,
  valueIn,
} from "../../../src/verify/values/value.ts";
import { jsKey, jsLiteral } from "../../cli/javascript.ts";

const ADVICE =
  "What is, not what must be: compare each line with what was decided, and delete those that may change.";

/**
 * The policy values that were read as `expect` in the Hardhat config, in TypeScript. What
 * is not known whole is named in a comment.
 */
export function verifyExpect({ networks }: JudgedReport): string {
  return [
    `// ${generatedBy("alpha verify --format expect")}`,
    `// ${ADVICE}`,
    "networks: {",
    ...networks.flatMap(networkLines),
    "},",
  ].join("\n");
}

function networkLines(found: JudgedNetwork): readonly string[] {
  const { network, hardhatNetwork, block, facts = [] } = found;
  const policy = facts.filter((fact) => fact.class === "policy");
  const at = block === undefined ? "not read" : `block ${block.number}`;
  return [
    `  // ${oneLine(hardhatNetwork ?? network)}, ${at}`,
    `  ${jsKey(network)}: {`,
    "    expect: {",
    ...policy.flatMap(valueLine).map((line) => `      ${line}`),
    "    },",
    "  },",
  ];
}

/** Nothing of what is not offered. */
function valueLine(fact: FactVerification): readonly string[] {
  const { id, label = "", unit } = fact;
  const reading = readingOfFact(fact);
  if (reading.kind === "not offered") {
    return [];
  }
  const value = valueIn(reading);
  const text = value && literal(value, unit);
  if (text === undefined) {
    return [`// ${oneLine(id)}: not read, or not whole`];
  }
  if (value?.kind === "text" && isExpectedAny({ [id]: value.value }, id)) {
    return [`// ${oneLine(id)}: ${text}, which would mean any value`];
  }
  return [`${jsLiteral(id)}: ${text}, // ${oneLine(label)}`];
}

/** A value as a literal; `undefined` of one that is not known whole. */
function literal(value: Value, unit?: Unit): string | undefined {
  switch (value.kind) {
    case "flag":
      return jsLiteral(value.value);
    case "number":
      return numberLiteral(value.value, unit);
    case "record":
      return joined(
        "{ ",
        Object.entries(value.fields).map(([name, one]) => {
          const text = literal(one);
          return text && `${jsKey(name)}: ${text}`;
        }),
        " }",
      );
    case "set":
    case "sequence": {
      const isWhole = value.kind === "sequence" || value.missing === undefined;
      const items = value.items.map((one) => literal(one));
      return isWhole ? joined("[", items, "]") : undefined;
    }
    default:
      return jsLiteral(value.value);
  }
}

/** With its unit, or else as a number if JavaScript holds it exactly. */
function numberLiteral(value: bigint, unit: Unit | undefined): string {
  if (unit !== undefined) {
    const inUnit = unit === "share" ? percentOf : durationOf;
    return jsLiteral(inUnit(value));
  }
  const number = Number(value);
  return jsLiteral(Number.isSafeInteger(number) ? number : String(value));
}

function joined(
  start: string,
  parts: readonly (string | undefined)[],
  end: string,
): string | undefined {
  const isWhole = !parts.includes(undefined);
  return isWhole ? `${start}${parts.join(", ")}${end}` : undefined;
}
