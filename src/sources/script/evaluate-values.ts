import type {
  ArrayExpression,
  BinaryExpression,
  Expression,
  Literal,
  ObjectExpression,
  Property,
  TemplateLiteral,
  UnaryExpression,
} from "acorn";
import { type Evaluation, nameOf, unspread } from "./evaluation.ts";
import {
  type ReadList,
  type ReadMember,
  type ReadObject,
  type ReadUnknown,
  type ReadValue,
  sizeOf,
} from "./values.ts";

/** A list as it is written, known spreads unfolded. */
export function evaluateList(
  { elements, start, end }: ArrayExpression,
  depth: number,
  evaluation: Evaluation,
): ReadList {
  const { evaluate, evaluatePart, scalar, mayCopy, place } = evaluation;
  const items: ReadValue[] = [];
  const beyond: ReadUnknown[] = [];
  for (const element of elements) {
    if (element === null) {
      items.push(scalar(undefined, { start, end: start }));
    } else if (element.type !== "SpreadElement") {
      items.push(evaluatePart(element, depth + 1));
    } else {
      const spread = evaluate(element.argument, depth + 1);
      if (spread.kind === "list" && mayCopy(sizeOf(spread))) {
        items.push(...spread.items);
        beyond.push(...spread.beyond);
      } else {
        beyond.push(unspread(spread, element.argument, evaluation));
      }
    }
  }
  return { kind: "list", items, beyond, place: place(start, end) };
}

/** A text, a number, true, false or null as it is written. */
export function evaluateLiteral(
  node: Literal,
  { scalar, unknown }: Evaluation,
): ReadValue {
  const { value } = node;
  const isKnown =
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
  // A regular expression that this engine cannot build is null too.
  return isKnown && !("regex" in node)
    ? scalar(value, node)
    : unknown(node, "is neither a text, a number, true, false nor null");
}

/** A number behind its sign; all else that stands before a value is unknown. */
export function evaluateSign(
  node: UnaryExpression,
  depth: number,
  { evaluate, scalar, unknown }: Evaluation,
): ReadValue {
  const operand = evaluate(node.argument, depth + 1);
  const isSign = node.operator === "-" || node.operator === "+";
  if (
    !isSign ||
    operand.kind !== "scalar" ||
    typeof operand.value !== "number"
  ) {
    return unknown(node);
  }
  return scalar(node.operator === "-" ? -operand.value : operand.value, node);
}

/**
 * An object as it is written, known spreads unfolded. What cannot be known may
 * replace what stands before it, so that is unknown then.
 */
export function evaluateObject(
  node: ObjectExpression,
  depth: number,
  evaluation: Evaluation,
): ReadObject {
  const { evaluate, evaluatePart, unknown, mayCopy, place } = evaluation;
  const members = new Map<string, ReadMember>();
  /** Names that these very braces give, which a spread does not. */
  const own = new Set<string>();
  const duplicates: ReadMember[] = [];
  const beyond: ReadUnknown[] = [];
  /** Names that nothing unknown has followed yet. */
  const known = new Set<string>();

  function set(member: ReadMember): void {
    const replaced = members.get(member.name);
    if (replaced !== undefined && own.has(member.name)) {
      duplicates.push(replaced);
    }
    own.add(member.name);
    known.add(member.name);
    members.set(member.name, member);
  }

  function obscure(by: ReadUnknown): void {
    beyond.push(by);
    for (const name of known) {
      const member = members.get(name);
      if (member !== undefined) {
        const { line } = by.place;
        const reason = `may be replaced by what line ${line} adds, which ${by.reason}`;
        const { place } = member.value;
        const value = { kind: "unknown", reason, place } as const;
        members.set(name, { ...member, value });
      }
    }
    known.clear();
  }

  function spread(argument: Parameters<typeof evaluate>[0]): void {
    const value = evaluate(argument, depth + 1);
    if (value.kind !== "object" || !mayCopy(sizeOf(value))) {
      obscure(unspread(value, argument, evaluation));
      return;
    }
    value.beyond.forEach(obscure);
    for (const member of value.members.values()) {
      own.delete(member.name);
      known.add(member.name);
      members.set(member.name, member);
    }
  }

  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      spread(property.argument);
      continue;
    }
    const name = propertyName(property, depth, evaluation);
    if (name === undefined) {
      obscure(unknown(property.key, "has a computed name"));
    } else if (name === "__proto__" && setsPrototype(property, evaluation)) {
      // What is inherited stands behind the object's own members.
      beyond.push(unknown(property.key, "sets the prototype"));
    } else {
      const { key, value } = property;
      const isPlain = property.kind === "init" && !property.method;
      set({
        name,
        key: place(key.start, key.end),
        at: place(value.start, value.end),
        value: isPlain
          ? evaluatePart(value, depth + 1)
          : unknown(value, "is a function"),
      });
    }
  }
  const whole = place(node.start, node.end);
  return { kind: "object", members, duplicates, beyond, place: whole };
}

function propertyName(
  { key, computed }: Property,
  depth: number,
  { evaluate }: Evaluation,
): string | undefined {
  if (computed) {
    return nameOf(evaluate(key, depth + 1));
  }
  if (key.type === "Identifier") {
    return key.name;
  }
  return key.type === "Literal" ? String(key.value) : undefined;
}

function setsPrototype(
  { computed, shorthand, method }: Property,
  { isJson }: Evaluation,
): boolean {
  return !isJson && !computed && !shorthand && !method;
}

/** How long a text that is joined of others may get. */
const MAX_TEXT = 100_000;

/** A template, where all of its parts are known. */
export function evaluateTemplate(
  node: TemplateLiteral,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, scalar } = evaluation;
  const parts = node.quasis.flatMap((quasi, index): ReadValue[] => {
    const expression = node.expressions[index];
    return [
      scalar(quasi.value.cooked ?? "", quasi),
      ...(expression === undefined ? [] : [evaluate(expression, depth + 1)]),
    ];
  });
  return joinedText(parts, node, evaluation);
}

/** A text that is put together; of numbers it is arithmetic, and unknown. */
export function evaluateSum(
  node: BinaryExpression,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, unknown } = evaluation;
  if (node.operator !== "+" || node.left.type === "PrivateIdentifier") {
    return unknown(node);
  }
  const parts = [node.left, node.right].map((part) =>
    evaluate(part, depth + 1),
  );
  const hasText = parts.some(
    (part) => part.kind === "scalar" && typeof part.value === "string",
  );
  return hasText ? joinedText(parts, node, evaluation) : unknown(node);
}

/** Texts and numbers put together, where all of them are known. */
function joinedText(
  parts: readonly ReadValue[],
  node: Expression,
  { scalar, unknown }: Evaluation,
): ReadValue {
  const missing = parts.find((part) => part.kind === "unknown");
  if (missing !== undefined) {
    return unknown(node, missing.reason);
  }
  const texts = parts.map((part) =>
    part.kind === "scalar" && part.value !== undefined
      ? String(part.value)
      : undefined,
  );
  const text = texts.join("");
  return texts.includes(undefined) || text.length > MAX_TEXT
    ? unknown(node)
    : scalar(text, node);
}
