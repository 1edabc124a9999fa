import type {
  ArrayExpression,
  Expression,
  MemberExpression,
  ObjectExpression,
  Property,
} from "acorn";
import { ELSEWHERE, type Evaluation, nameOf } from "./evaluation.ts";
import {
  type ReadList,
  type ReadMember,
  type ReadObject,
  type ReadUnknown,
  type ReadValue,
  sizeOf,
  variablesIn,
} from "./values.ts";

/** An array literal, with the items of known spreads. */
export function evaluateList(
  { elements, start, end }: ArrayExpression,
  depth: number,
  evaluation: Evaluation,
): ReadList {
  const { evaluate, evaluatePart, scalar, mayCopy, place } = evaluation;
  const items: ReadValue[] = [];
  const unknownParts: ReadUnknown[] = [];
  for (const element of elements) {
    if (element === null) {
      items.push(scalar(undefined, { start, end: start }));
    } else if (element.type !== "SpreadElement") {
      items.push(evaluatePart(element, depth + 1));
    } else {
      const spread = evaluate(element.argument, depth + 1);
      if (spread.kind === "list" && mayCopy(sizeOf(spread))) {
        items.push(...spread.items);
        unknownParts.push(...spread.unknownParts);
      } else {
        unknownParts.push(unknownSpread(spread, element.argument, evaluation));
      }
    }
  }
  return { kind: "list", items, unknownParts, place: place(start, end) };
}

/** A spread whose items or members are not known. */
function unknownSpread(
  spread: ReadValue,
  node: Expression,
  { unknown }: Evaluation,
): ReadUnknown {
  return spread.kind === "unknown"
    ? unknown(node, spread.reason)
    : unknown(
        node,
        "spreads a value that is not a known array or object, or is too large",
      );
}

/**
 * An object literal, with the members of known spreads. Members before an unknown
 * spread or name are unknown, because it may override them.
 */
export function evaluateObject(
  node: ObjectExpression,
  depth: number,
  evaluation: Evaluation,
): ReadObject {
  const { evaluate, evaluatePart, unknown, mayCopy, place } = evaluation;
  const members = new Map<string, ReadMember>();
  /** Names from this literal itself, not from a spread. */
  const own = new Set<string>();
  const duplicates: ReadMember[] = [];
  const unknownParts: ReadUnknown[] = [];
  /** Names with no unknown spread or name after them. */
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

  function override(by: ReadUnknown): void {
    unknownParts.push(by);
    for (const name of known) {
      const member = members.get(name);
      if (member !== undefined) {
        const { line } = by.place;
        const reason = `may be overridden on line ${line}, which ${by.reason}`;
        const { place } = member.value;
        const value = { kind: "unknown", reason, place } as const;
        members.set(name, { ...member, value });
      }
    }
    known.clear();
  }

  function spread(argument: Parameters<typeof evaluate>[0]): void {
    const value = evaluate(argument, depth + 1);
    if (value.kind === "scalar" && typeof value.value !== "string") {
      // Spreading false, null or undefined adds nothing.
      return;
    }
    if (value.kind !== "object" || !mayCopy(sizeOf(value))) {
      override(unknownSpread(value, argument, evaluation));
      return;
    }
    value.unknownParts.forEach(override);
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
      override(unknown(property.key, "has a computed name"));
    } else if (name === "__proto__" && setsPrototype(property, evaluation)) {
      // The object's own members win over inherited ones.
      unknownParts.push(unknown(property.key, "sets the prototype"));
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
  return { kind: "object", members, duplicates, unknownParts, place: whole };
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

/** A member of a known object or array. */
export function evaluateMember(
  node: MemberExpression,
  depth: number,
  { evaluate, unknown }: Evaluation,
): ReadValue {
  const { object, property, computed } = node;
  if (object.type === "Super" || property.type === "PrivateIdentifier") {
    return unknown(node);
  }
  const written = property.type === "Identifier" ? property.name : undefined;
  const key = computed ? evaluate(property, depth + 1) : undefined;
  const variables = key === undefined ? [] : variablesIn(key);
  if (variables.length > 0) {
    return unknown(
      node,
      `depends on the environment (${variables.join(", ")})`,
    );
  }
  const name = key === undefined ? written : nameOf(key);
  const whole = evaluate(object, depth + 1);
  if (whole.kind === "unknown" && whole.reason === ELSEWHERE) {
    return unknown(node, ELSEWHERE);
  }
  if (
    name === undefined ||
    whole.kind === "unknown" ||
    whole.kind === "scalar"
  ) {
    return unknown(node);
  }
  if (whole.kind === "object") {
    const found = whole.members.get(name)?.value;
    return found ?? unknown(node, "reads a member that is not known");
  }
  const isIndex = whole.unknownParts.length === 0 && /^\d{1,9}$/.test(name);
  return (
    (isIndex ? whole.items[Number(name)] : undefined) ??
    unknown(node, "reads a member that is not known")
  );
}
