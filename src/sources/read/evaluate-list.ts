import type { ArrayExpression } from "acorn";

import { type Evaluation, unspread } from "./evaluation.ts";
import { sizeOf } from "./size-of.ts";
import type { ReadList, ReadUnknown, ReadValue } from "./types.ts";

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
