import type { ObjectExpression, Property } from "acorn";

import { type Evaluation, nameOf, unspread } from "./evaluation.ts";
import { sizeOf } from "./size-of.ts";
import type { ReadMember, ReadObject, ReadUnknown } from "./types.ts";

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
