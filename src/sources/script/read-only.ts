import type { AnyNode, CallExpression, NewExpression } from "acorn";
import { dottedName, isIdentifier } from "./syntax.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Methods of lists, maps, sets and texts that change nothing. */
export const READING_METHODS = words(
  "at concat endsWith entries every filter find findIndex findLast findLastIndex flat flatMap forEach get has hasOwnProperty includes indexOf join keys lastIndexOf localeCompare map match padEnd padStart reduce reduceRight replace replaceAll slice some split startsWith substring test toFixed toLowerCase toReversed toSorted toSpliced toString toUpperCase trim values with",
);

/** Those of them that give a new list: its order and length may be changed. */
export const COPYING_METHODS = words(
  "concat entries filter flat flatMap keys map slice split toReversed toSorted toSpliced values with",
);

/** Methods that change a list, a map or a set, and nothing that it holds. */
export const CHANGING_METHODS = words(
  "add clear copyWithin delete fill pop push reverse set shift sort splice unshift",
);

/** Those of them that give the list itself. */
export const SORTING_METHODS = words("copyWithin fill reverse sort");

/** Methods that call their first argument with what a list holds. */
export const CALLING_METHODS = words(
  "every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some sort toSorted",
);

/** JavaScript's own functions that change nothing. */
export const READING_FUNCTION =
  /^(?:Array\.(?:from|isArray|of)|BigInt|Boolean|Error|JSON\.stringify|Map|Number|Object\.(?:entries|freeze|fromEntries|hasOwn|isFrozen|keys|prototype\.hasOwnProperty\.call|values)|Set|String|URL|encodeURIComponent|isNaN|parseFloat|parseInt|structuredClone|(?:Math|Number|console)\.\w+)$/;

/** Those of them that give a new list, map or set. */
export const COPYING_FUNCTION =
  /^(?:Array\.(?:from|of)|Map|Object\.(?:entries|fromEntries|keys|values)|Set)$/;

/** Those of them that call their second argument. */
export const CALLING_FUNCTION = /^(?:Array\.from|JSON\.stringify)$/;

/** Whether a value is a list, a map or a set, or an empty object, made where it stands. */
export function isFresh(value: AnyNode | null | undefined): boolean {
  return (
    value?.type === "ArrayExpression" ||
    (value?.type === "ObjectExpression" && value.properties.length === 0) ||
    (value?.type === "NewExpression" &&
      isIdentifier(value.callee) &&
      /^(?:Map|Set)$/.test(value.callee.name))
  );
}

/** Whether a value is a text as it is written, or the environment's. */
export function isText(node: AnyNode): boolean {
  return (
    node.type === "Literal" ||
    node.type === "TemplateLiteral" ||
    dottedName(node).startsWith("process.env.")
  );
}

/** How compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`. */
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
