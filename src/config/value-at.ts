import { recordOf } from "./narrow.ts";

/** The value at a path below another; `undefined` where the path ends before. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => recordOf(inner)[key], value);
}
