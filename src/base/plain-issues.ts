import {
  defaultErrorMap,
  type ZodErrorMap,
  type ZodIssueOptionalMessage,
} from "zod";

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  bigint: "a bigint",
  boolean: "true or false",
  date: "a date",
  float: "a number with a fraction",
  function: "a function",
  integer: "a whole number",
  nan: "NaN",
  number: "a number",
  object: "an object",
  promise: "a promise",
  string: "a text",
  symbol: "a symbol",
  undefined: "nothing",
};

/**
 * Options of a schema's `safeParse` that describe each issue in the words of this
 * project. A message in the schema itself takes precedence.
 */
export const PLAIN_ISSUES: { readonly errorMap: ZodErrorMap } = {
  errorMap: (issue, context) => {
    const isOfZod =
      context.defaultError === defaultErrorMap(issue, context).message;
    const message = isOfZod ? describeIssue(issue) : context.defaultError;
    return { message };
  },
};

function describeIssue(issue: ZodIssueOptionalMessage): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `Unknown ${issue.keys.length === 1 ? "field" : "fields"} ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_type":
      return `Expected ${typeName(issue.expected)}, got ${typeName(issue.received)}`;
    default:
      return `Expected ${expectedBy(issue)}`;
  }
}

function expectedBy(issue: ZodIssueOptionalMessage): string {
  switch (issue.code) {
    case "invalid_type":
      return typeName(issue.expected);
    case "invalid_literal":
      return String(JSON.stringify(issue.expected));
    case "invalid_enum_value":
      return alternatives(
        issue.options.map((option) => JSON.stringify(option)),
      );
    case "invalid_union":
      return alternatives(
        issue.unionErrors.flatMap(({ issues }) =>
          issues.slice(0, 1).map(expectedBy),
        ),
      );
    case "too_small":
      return `${issue.inclusive ? "at least" : "more than"} ${amount(issue.minimum, issue.type)}`;
    case "too_big":
      return `${issue.inclusive ? "at most" : "less than"} ${amount(issue.maximum, issue.type)}`;
    case "not_finite":
      return "a finite number";
    default:
      return issue.message?.replace(/^Expected /, "") ?? "another value";
  }
}

function amount(limit: number | bigint, type: string): string {
  const units: Readonly<Record<string, string>> = {
    string: "character",
    array: "item",
  };
  const unit = units[type];
  const plural = limit === 1 ? "" : "s";
  return unit === undefined ? `${limit}` : `${limit} ${unit}${plural}`;
}

function typeName(type: string): string {
  return TYPES[type] ?? type;
}

function alternatives(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const last = distinct.pop() ?? "another value";
  return distinct.length === 0 ? last : `${distinct.join(", ")} or ${last}`;
}
