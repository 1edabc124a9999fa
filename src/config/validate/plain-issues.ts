import type { ZodErrorMap, ZodIssueOptionalMessage } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  float: "a number with a fraction",
  function: "a function",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a text",
  undefined: "nothing",
};

/**
 * Options of a schema's `safeParse` that describe each issue in the words of this
 * project. A message in the schema itself takes precedence.
 *
 * @param ofZod zod's `defaultErrorMap`: this file, which every command loads, loads no
 * package
 */
export function plainIssues(ofZod: ZodErrorMap): {
  readonly errorMap: ZodErrorMap;
} {
  return {
    errorMap: (issue, context) => {
      const isOfZod = context.defaultError === ofZod(issue, context).message;
      return { message: isOfZod ? describeIssue(issue) : context.defaultError };
    },
  };
}

function describeIssue(issue: ZodIssueOptionalMessage): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    return `Unknown ${issue.keys.length === 1 ? "field" : "fields"} ${keys}`;
  }
  const got =
    issue.code === "invalid_type" ? `, got ${typeName(issue.received)}` : "";
  return `Expected ${expectedBy(issue)}${got}`;
}

function expectedBy(issue: ZodIssueOptionalMessage): string {
  switch (issue.code) {
    case "invalid_type":
      return typeName(issue.expected);
    case "invalid_literal":
      return String(JSON.stringify(issue.expected));
    case "invalid_enum_value":
      return issue.options.map((option) => JSON.stringify(option)).join(" or ");
    case "invalid_union": {
      const first = issue.unionErrors.flatMap(({ issues: [one] }) => one ?? []);
      return [...new Set(first.map(expectedBy))].join(" or ");
    }
    case "too_small":
      return `${lengthOf(issue.type)}${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      return `${lengthOf(issue.type)}${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
    default:
      return issue.message?.replace(/^Expected /, "") ?? "another value";
  }
}

function lengthOf(type: string): string {
  return type === "string" || type === "array" ? "a length of " : "";
}

function typeName(type: string): string {
  return TYPES[type] ?? type;
}
