import { alphaError } from "../base/errors.ts";

/** A value that cannot be read, with the error message. */
export class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Creates a frozen object. Reading an {@link Unreadable} property throws its message.
 * It is not enumerable, so that listing, spreading and JSON.stringify do not throw.
 */
export function frozenView(
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entries)) {
    if (value instanceof Unreadable) {
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

/** What libraries look up in any object, to find out what it is. */
const PROBED =
  /^(?:then|toJSON|inspect|asymmetricMatch|nodeType|nodeName|tagName|length|size|[$@_].*)$/;

/**
 * Makes reading a key that an object does not have throw, since callers without types
 * would otherwise use `undefined` as an address.
 *
 * @param message The error message for a key.
 */
export function rejectUnknownKeys(
  view: Readonly<Record<string, unknown>>,
  message: (key: string) => string,
): Readonly<Record<string, unknown>> {
  return new Proxy(view, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && !(key in target) && !PROBED.test(key)) {
        throw alphaError(message(key));
      }
      return Reflect.get(target, key, receiver);
    },
  });
}

/**
 * Makes reading a position that a list does not have throw, for the same reason. Only
 * positions: libraries look up many other names in lists.
 *
 * @param lookUp Throws, with the positions that there are.
 */
export function rejectUnknownPositions<T>(
  list: readonly T[],
  lookUp: (position: number) => T,
): readonly T[] {
  return new Proxy(list, {
    get: (target, key, receiver) =>
      typeof key === "string" && !(key in target) && /^-?\d/.test(key)
        ? lookUp(Number(key))
        : Reflect.get(target, key, receiver),
  });
}
