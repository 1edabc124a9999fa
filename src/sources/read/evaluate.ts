import type {
  ArrayExpression,
  Expression,
  MemberExpression,
  ModuleDeclaration,
  ObjectExpression,
  Property,
  Statement,
  TemplateLiteral,
} from "acorn";

import { type Binding, topLevelBindings } from "./bindings.ts";
import type { LineMap } from "./line-map.ts";
import type {
  ReadList,
  ReadMember,
  ReadObject,
  ReadScalar,
  ReadUnknown,
  ReadValue,
} from "./types.ts";
import { unknownReason } from "./unknown-reason.ts";

const MAX_DEPTH = 200;
/** What spreads may copy in all, and how long a joined text may get. */
const MAX_COPIES = 50_000;
const MAX_TEXT = 100_000;

export interface Evaluator {
  evaluate(node: Expression): ReadValue;
  /** The constants that were needed so far. */
  readonly used: ReadonlySet<string>;
}

/**
 * Works out what expressions are from the text alone: literals, constants of the
 * file's top level, lists, objects, spreads of known ones, texts joined of known
 * parts. Anything else becomes a value of the kind `unknown`.
 *
 * @param options.isJson `__proto__` is a name like any other in JSON, while in a
 * script it sets the prototype
 */
export function createEvaluator(
  body: readonly (Statement | ModuleDeclaration)[],
  place: LineMap,
  { isJson = false }: { readonly isJson?: boolean | undefined } = {},
): Evaluator {
  const bindings = topLevelBindings(body);
  const values = new Map<string, ReadValue>();
  const open = new Set<string>();
  const used = new Set<string>();
  let copies = 0;

  function evaluate(node: Expression, depth = 0): ReadValue {
    if (depth > MAX_DEPTH) {
      return unknown(node, "nests too deeply");
    }
    switch (node.type) {
      case "Literal":
        return literal(node.value, node);
      case "TemplateLiteral":
        return template(node, depth);
      case "UnaryExpression":
        return signed(node, depth);
      case "BinaryExpression": {
        if (node.operator !== "+" || node.left.type === "PrivateIdentifier") {
          return unknown(node);
        }
        const parts = [
          evaluate(node.left, depth + 1),
          evaluate(node.right, depth + 1),
        ];
        // A sum of numbers is arithmetic, which nobody writes here for a text.
        return parts.some((part) => isText(part))
          ? joined(parts, node)
          : unknown(node);
      }
      case "Identifier":
        return named(node.name, node);
      case "MemberExpression":
        return memberOf(node, depth);
      case "ArrayExpression":
        return list(node, depth);
      case "ObjectExpression":
        return object(node, depth);
      case "CallExpression": {
        const [frozen] = node.arguments;
        return isObjectFreeze(node.callee) &&
          frozen !== undefined &&
          frozen.type !== "SpreadElement"
          ? evaluate(frozen, depth + 1)
          : unknown(node);
      }
      default:
        return unknown(node);
    }
  }

  function scalar(value: ReadScalar["value"], node: Span): ReadScalar {
    return { kind: "scalar", value, place: place(node.start, node.end) };
  }

  function unknown(
    node: Expression,
    reason = unknownReason(node),
  ): ReadUnknown {
    return { kind: "unknown", reason, place: place(node.start, node.end) };
  }

  function literal(value: unknown, node: Expression): ReadValue {
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

  function signed(
    node: Extract<Expression, { type: "UnaryExpression" }>,
    depth: number,
  ): ReadValue {
    const operand = evaluate(node.argument, depth + 1);
    if (operand.kind !== "scalar" || typeof operand.value !== "number") {
      return unknown(node);
    }
    return node.operator === "-"
      ? scalar(-operand.value, node)
      : node.operator === "+"
        ? scalar(operand.value, node)
        : unknown(node);
  }

  function template(node: TemplateLiteral, depth: number): ReadValue {
    const parts = node.quasis.flatMap((quasi, index): ReadValue[] => {
      const expression = node.expressions[index];
      return [
        scalar(quasi.value.cooked ?? "", quasi),
        ...(expression === undefined ? [] : [evaluate(expression, depth + 1)]),
      ];
    });
    return joined(parts, node);
  }

  function joined(parts: readonly ReadValue[], node: Expression): ReadValue {
    const missing = parts.find(({ kind }) => kind === "unknown");
    if (missing?.kind === "unknown") {
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

  function named(name: string, node: Expression): ReadValue {
    const known = values.get(name);
    if (known !== undefined) {
      return known;
    }
    const binding: Binding | undefined = bindings.get(name);
    if (binding === undefined) {
      return name === "undefined"
        ? scalar(undefined, node)
        : unknown(
            node,
            "uses a name that the file does not declare as a constant",
          );
    }
    if (binding.kind === "other") {
      return unknown(node, binding.reason);
    }
    if (open.has(name)) {
      return unknown(node, "refers to itself");
    }
    used.add(name);
    open.add(name);
    // The depth starts anew: constants cannot form a circle.
    const value = evaluate(binding.init);
    open.delete(name);
    values.set(name, value);
    return value;
  }

  function memberOf(node: MemberExpression, depth: number): ReadValue {
    if (
      node.object.type === "Super" ||
      node.property.type === "PrivateIdentifier"
    ) {
      return unknown(node);
    }
    const name = node.computed
      ? nameOf(evaluate(node.property, depth + 1))
      : node.property.type === "Identifier"
        ? node.property.name
        : undefined;
    const whole = evaluate(node.object, depth + 1);
    if (
      name === undefined ||
      whole.kind === "unknown" ||
      whole.kind === "scalar"
    ) {
      return unknown(node);
    }
    const found =
      whole.kind === "object"
        ? whole.members.get(name)?.value
        : whole.beyond.length === 0 && /^\d{1,9}$/.test(name)
          ? whole.items[Number(name)]
          : undefined;
    return found ?? unknown(node, "reads what is not known to be there");
  }

  function list(node: ArrayExpression, depth: number): ReadList {
    const items: ReadValue[] = [];
    const beyond: ReadUnknown[] = [];
    for (const element of node.elements) {
      if (element === null) {
        items.push(scalar(undefined, { start: node.start, end: node.start }));
      } else if (element.type !== "SpreadElement") {
        items.push(evaluate(element, depth + 1));
      } else {
        const spread = evaluate(element.argument, depth + 1);
        if (spread.kind === "list" && mayCopy(spread.items.length)) {
          items.push(...spread.items);
          beyond.push(...spread.beyond);
        } else {
          beyond.push(notSpread(spread, element.argument));
        }
      }
    }
    return { kind: "list", items, beyond, place: place(node.start, node.end) };
  }

  function object(node: ObjectExpression, depth: number): ReadObject {
    const members = new Map<string, ReadMember>();
    const own = new Set<string>();
    const duplicates: ReadMember[] = [];
    const beyond: ReadUnknown[] = [];

    function set(member: ReadMember, isOwn: boolean): void {
      const replaced = members.get(member.name);
      if (replaced !== undefined && isOwn && own.has(member.name)) {
        duplicates.push(replaced);
      }
      if (isOwn) {
        own.add(member.name);
      } else {
        own.delete(member.name);
      }
      members.set(member.name, member);
    }

    function obscure(by: ReadUnknown): void {
      beyond.push(by);
      for (const member of members.values()) {
        const { line } = by.place;
        const reason = `may be replaced by what line ${line} adds, which ${by.reason}`;
        members.set(member.name, {
          ...member,
          value: { kind: "unknown", reason, place: member.value.place },
        });
      }
    }

    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        const spread = evaluate(property.argument, depth + 1);
        if (spread.kind !== "object" || !mayCopy(spread.members.size)) {
          obscure(notSpread(spread, property.argument));
          continue;
        }
        for (const by of spread.beyond) {
          obscure(by);
        }
        for (const member of spread.members.values()) {
          set(member, false);
        }
        continue;
      }
      const name = propertyName(property, depth);
      if (name === undefined) {
        obscure(unknown(property.key, "has a computed name"));
      } else if (isPrototype(name, property)) {
        // What is inherited stands behind the object's own members.
        beyond.push(unknown(property.key, "sets the prototype"));
      } else {
        const isPlain = property.kind === "init" && !property.method;
        const at = place(property.value.start, property.value.end);
        set(
          {
            name,
            key: place(property.key.start, property.key.end),
            at,
            value: isPlain
              ? evaluate(property.value, depth + 1)
              : unknown(property.value, "is a function"),
          },
          true,
        );
      }
    }
    return {
      kind: "object",
      members,
      duplicates,
      beyond,
      place: place(node.start, node.end),
    };
  }

  function propertyName(property: Property, depth: number): string | undefined {
    const { key } = property;
    if (property.computed) {
      return nameOf(evaluate(key, depth + 1));
    }
    if (key.type === "Identifier") {
      return key.name;
    }
    return key.type === "Literal" ? String(key.value) : undefined;
  }

  function isPrototype(name: string, property: Property): boolean {
    return (
      name === "__proto__" &&
      !isJson &&
      !property.computed &&
      !property.shorthand &&
      !property.method
    );
  }

  function notSpread(spread: ReadValue, node: Expression): ReadUnknown {
    return spread.kind === "unknown"
      ? unknown(node, spread.reason)
      : unknown(node, "spreads what is no known list or object, or too much");
  }

  function mayCopy(count: number): boolean {
    copies += count;
    return copies <= MAX_COPIES;
  }

  return { evaluate, used };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isText(value: ReadValue): boolean {
  return value.kind === "scalar" && typeof value.value === "string";
}

function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
    (typeof value.value === "string" || typeof value.value === "number")
    ? String(value.value)
    : undefined;
}

function isObjectFreeze(
  callee: Expression | { readonly type: "Super" },
): boolean {
  return (
    callee.type === "MemberExpression" &&
    !callee.computed &&
    callee.object.type === "Identifier" &&
    callee.object.name === "Object" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "freeze"
  );
}
