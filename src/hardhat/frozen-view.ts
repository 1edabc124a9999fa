import { alphaError } from "../base/errors.ts";

/** In place of a value that cannot be read, and why. */
export class Unreadable extends Error {}

/**
 * Creates a frozen object. Reading an {@link Unreadable} property throws its message. It
 * is not enumerable, so that listing and spreading do not throw; in JSON, it is `null`.
 */
export function frozenView(
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  const json: Record<string, unknown> = { ...entries };
  Object.defineProperty(view, "toJSON", { value: () => json });
  for (const [key, value] of Object.entries(entries)) {
    if (value instanceof Unreadable) {
      json[key] = null;
      Object.defineProperty(view, key, {
        get: () => {
          throw alphaError(value.message);
        },
        enumerable: false,
      });
    } else {
      view[key] = value;
    }
  }
  return Object.freeze(view);
}

/** All keys, but what libraries look up in any object to find out what it is. */
export const NAMES =
  /^(?!(?:then|toJSON|inspect|asymmetricMatch|nodeType|nodeName|tagName|length|size|[$@_].*)$)/;

/** The positions of a list, in which libraries look up many other names. */
export const POSITIONS = /^-?\d/;

/**
 * Makes reading a key that an object does not have throw, since callers without types
 * would otherwise use `undefined` as an address.
 *
 * @param keys Matches those to reject.
 * @param lookUp Throws, with the keys that there are.
 */
export function rejectUnknown<T extends object>(
  view: T,
  keys: RegExp,
  lookUp: (key: string) => unknown,
): T {
  return new Proxy(view, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && !(key in target) && keys.test(key)) {
        return lookUp(key);
      }
      return Reflect.get(target, key, receiver);
    },
  });
}
