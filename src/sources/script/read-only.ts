import type { AnyNode, CallExpression, NewExpression } from "acorn";
import { dottedName, isIdentifier } from "./syntax.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Read-only methods of arrays, maps, sets and strings. */
export const READING_METHODS = words(
  "at concat endsWith entries every filter find findIndex findLast findLastIndex flat flatMap forEach get has hasOwnProperty includes indexOf join keys lastIndexOf localeCompare map match padEnd padStart reduce reduceRight replace replaceAll slice some split startsWith substring test toFixed toLowerCase toReversed toSorted toSpliced toString toUpperCase trim values with",
);

/** The read-only methods that return a new array or iterator. */
export const COPYING_METHODS = words(
  "concat entries filter flat flatMap keys map slice split toReversed toSorted toSpliced values with",
);

/** Methods that change an array, a map or a set, but not its items. */
export const CHANGING_METHODS = words(
  "add clear copyWithin delete fill pop push reverse set shift sort splice unshift",
);

/** Methods that change and return the array. */
export const SORTING_METHODS = words("copyWithin fill reverse sort");

/** Methods that call their first argument with the items. */
export const CALLING_METHODS = words(
  "every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some sort toSorted",
);

/** Built-in functions and constructors that are read-only. */
export const READING_FUNCTION =
  /^(?:Array\.(?:from|isArray|of)|BigInt|Boolean|Error|JSON\.stringify|Map|Number|Object\.(?:entries|freeze|fromEntries|hasOwn|isFrozen|keys|prototype\.hasOwnProperty\.call|values)|Set|String|URL|encodeURIComponent|isNaN|parseFloat|parseInt|structuredClone|(?:Math|Number|console)\.\w+)$/;

/** Built-in functions and constructors that return a new array, map or set. */
export const COPYING_FUNCTION =
  /^(?:Array\.(?:from|of)|Map|Object\.(?:entries|fromEntries|keys|values)|Set)$/;

/** Built-in functions that call their second argument. */
export const CALLING_FUNCTION = /^(?:Array\.from|JSON\.stringify)$/;

/** Whether an expression creates an array, a map, a set or an empty object. */
export function isFresh(value: AnyNode | null | undefined): boolean {
  return (
    value?.type === "ArrayExpression" ||
    (value?.type === "ObjectExpression" && value.properties.length === 0) ||
    (value?.type === "NewExpression" &&
      isIdentifier(value.callee) &&
      /^(?:Map|Set)$/.test(value.callee.name))
  );
}

/** Whether an expression is a literal or an environment variable. */
export function isString(node: AnyNode): boolean {
  return (
    node.type === "Literal" ||
    node.type === "TemplateLiteral" ||
    dottedName(node).startsWith("process.env.")
  );
}

/** Compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`. */
export function marksModule({
  callee,
  arguments: [, key],
}: CallExpression | NewExpression): boolean {
  return (
    dottedName(callee) === "Object.defineProperty" &&
    key?.type === "Literal" &&
    key.value === "__esModule"
  );
}
