import type { MemberExpression } from "acorn";

import { type Evaluation, nameOf } from "./evaluation.ts";
import type { ReadValue } from "./types.ts";

/** What a known object or list holds under a known name. */
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
  const name = computed ? nameOf(evaluate(property, depth + 1)) : written;
  const whole = evaluate(object, depth + 1);
  if (
    name === undefined ||
    whole.kind === "unknown" ||
    whole.kind === "scalar"
  ) {
    return unknown(node);
  }
  if (whole.kind === "object") {
    const found = whole.members.get(name)?.value;
    return found ?? unknown(node, "reads what is not known to be there");
  }
  const isIndex = whole.beyond.length === 0 && /^\d{1,9}$/.test(name);
  return (
    (isIndex ? whole.items[Number(name)] : undefined) ??
    unknown(node, "reads what is not known to be there")
  );
}
