import type { Expression } from "acorn";

import { untrustedText } from "../../rpc/secrets/untrusted-text.ts";

const MOST_OF_A_NAME = 60;

/** Why an expression cannot be known from the text alone. */
export function unknownReason(node: Expression): string {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
    case "TaggedTemplateExpression":
    case "ImportExpression":
      return "calls a function";
    case "ConditionalExpression":
      return "depends on a condition";
    case "LogicalExpression": {
      const reason = unknownReason(node.left);
      return reason.startsWith("reads the environment")
        ? reason
        : "depends on a condition";
    }
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return "is a function";
    case "MemberExpression": {
      const variable = environmentVariable(node);
      return variable === undefined
        ? "reads what is not known to be there"
        : `reads the environment (${variable})`;
    }
    case "ChainExpression":
      return unknownReason(node.expression);
    default:
      return "is computed";
  }
}

function environmentVariable(
  node: Extract<Expression, { type: "MemberExpression" }>,
): string | undefined {
  const { object, property } = node;
  const isEnvironment =
    object.type === "MemberExpression" &&
    object.property.type === "Identifier" &&
    object.property.name === "env";
  const name =
    property.type === "Identifier"
      ? property.name
      : property.type === "Literal"
        ? String(property.value)
        : "env";
  return isEnvironment
    ? untrustedText(name, { maxLength: MOST_OF_A_NAME })
    : undefined;
}
