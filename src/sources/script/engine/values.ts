import { NOT_FINITE } from "../../values.ts";

const MAX_VALUES = 100_000;
const MAX_TEXT = 4_000_000;
export const MAX_DEPTH = 100;

/**
 * A function of the engine's prelude, which returns one that writes a value as plain data,
 * with the reason of what is unknown. It is evaluated before the script can replace what
 * it uses.
 */
export const VALUES = `(infoOf, openingOf, targetOf, refuse) => {
  const { keys, getPrototypeOf, getOwnPropertyDescriptor, prototype: root } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  let count = 0;
  let length = 0;
  function add(amount, characters) {
    count += amount;
    length += characters;
    if (count > ${MAX_VALUES} || length > ${MAX_TEXT}) {
      refuse("exports more than ${MAX_VALUES} values or ${MAX_TEXT} characters");
    }
  }
  function plain(given, depth) {
    const value = targetOf(given);
    add(1, typeof value === "string" ? value.length : 0);
    const info = infoOf(value);
    if (info !== undefined && info.items === undefined) {
      return { unknown: info.reason };
    }
    const opening = openingOf(value);
    if (opening?.isList === false) {
      return { unknown: opening.reason };
    }
    if (value === undefined) {
      return {};
    }
    if (value === null || isFinite(value) || typeof value === "string" || typeof value === "boolean") {
      return value;
    }
    if (typeof value !== "object" && info === undefined) {
      return { unknown: typeof value === "number" ? "${NOT_FINITE}" : "is a " + typeof value };
    }
    if (depth === ${MAX_DEPTH}) {
      return { unknown: "is nested too deeply" };
    }
    const parts = [];
    const items = info?.items ?? value;
    if (isArray(items)) {
      for (let index = 0; index < items.length; index++) {
        const known = infoOf(getOwnPropertyDescriptor(items, index)?.get);
        parts[index] = known === undefined
          ? plain(items[index], depth + 1)
          : { unknown: known.reason };
      }
      if (opening !== undefined) {
        parts[items.length] = { unknown: opening.reason };
      }
      return parts;
    }
    const prototype = getPrototypeOf(value);
    if (prototype !== root && prototype !== null && depth > 0) {
      return { unknown: "is not a plain object" };
    }
    const names = keys(value);
    for (let index = 0; index < names.length; index++) {
      add(0, names[index].length);
      parts[index] = [names[index], plain(value[names[index]], depth + 1)];
    }
    return { members: parts };
  }
  return (value) => {
    count = length = 0;
    return plain(value, 0);
  };
}`;
