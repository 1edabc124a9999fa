import type { AnyNode, Expression } from "acorn";
import {
  createConditions,
  isComparison,
  mentionedIn,
  readFrom,
} from "./conditions.ts";
import { type Binding, type Environment, OTHER_VALUE } from "./evaluation.ts";
import { walkSyntax } from "./syntax.ts";

/** Of a file. */
const MAX_CONDITIONS = 500;
/** Of different values of all conditions. */
const MAX_COMBINATIONS = 16;
const MAX_ENVIRONMENTS = 64;
/** Of a variable. */
const MAX_VALUES = 64;

/**
 * Environments in which a file's conditions have different values: all combinations of
 * them. From a maximum on, further variables have each of their values while the others
 * are not set, and from another maximum on, nothing is known of them.
 */
export function environmentsOf(
  root: AnyNode,
  bindings: ReadonlyMap<string, Binding>,
): readonly Environment[] {
  const variables = new Map<string, VariableUse>();
  let count = 0;
  for (const node of [...walkSyntax(root)].flatMap(conditionIn)) {
    const mentioned = mentionedIn(node, bindings);
    if (mentioned.variables.size > 0 && count < MAX_CONDITIONS) {
      count++;
      for (const variable of mentioned.variables) {
        const { values, conditions } = variables.get(variable) ?? {
          values: new Set([undefined]),
          conditions: [],
        };
        variables.set(variable, {
          values: new Set([...values, ...mentioned.literals]),
          conditions: [...conditions, node],
        });
      }
    }
  }
  /** In which none of the variables is set. */
  let base: Outcomes = { environment: new Map(), key: "" };
  let all: readonly Outcomes[] = [base];
  for (const [variable, { values, conditions }] of variables) {
    const given = [...values, OTHER_VALUE].slice(0, MAX_VALUES);
    const outcomes = (
      { environment, key }: Outcomes,
      value: string | undefined,
    ): Outcomes => {
      const extended = new Map([...environment, [variable, value]]);
      const { decide } = createConditions(bindings, readFrom(extended));
      const own = conditions.map((node) => JSON.stringify(decide(node)));
      return { environment: extended, key: [key, ...own].join("\n") };
    };
    const combined = differentOnes(
      all.flatMap((one) => given.map((value) => outcomes(one, value))),
    );
    const usual = base;
    const different =
      combined.length <= MAX_COMBINATIONS
        ? combined
        : differentOnes([
            ...all.map((one) => outcomes(one, undefined)),
            ...given.map((value) => outcomes(usual, value)),
          ]);
    if (different.length > MAX_ENVIRONMENTS) {
      break;
    }
    all = different;
    base = outcomes(base, undefined);
  }
  return all.map(({ environment }) => environment);
}

/** How a file uses an environment variable. */
interface VariableUse {
  /** Those that it may have; `undefined` is not set. */
  readonly values: ReadonlySet<string | undefined>;
  readonly conditions: readonly AnyNode[];
}

/** An environment, with the values of the conditions in it. */
interface Outcomes {
  readonly environment: Environment;
  readonly key: string;
}

/** One of the environments with the same values of all conditions. */
function differentOnes(all: readonly Outcomes[]): readonly Outcomes[] {
  const different = new Map(all.toReversed().map((one) => [one.key, one]));
  return [...different.values()].toReversed();
}

/** The conditions of a node, which may depend on environment variables. */
function conditionIn(node: AnyNode): readonly Expression[] {
  switch (node.type) {
    case "ConditionalExpression":
      return [node.test];
    case "LogicalExpression":
      return node.operator === "&&" ? [node.left] : [];
    case "BinaryExpression":
      return isComparison(node) ? [node] : [];
    case "UnaryExpression":
      return node.operator === "!" ? [node] : [];
    default:
      return [];
  }
}
