/** Returns whether a value is an object with keys: neither `null` nor an array. */
export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A record's own value: `undefined` of what it inherits, such as `constructor`. */
export function ownValue<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** All names that can be read from an object, but those that every object has. */
export function namesOf(value: object): readonly string[] {
  const names = new Set<string>();
  for (
    let part = value;
    part !== null && part !== Object.prototype;
    part = Object.getPrototypeOf(part)
  ) {
    for (const name of Object.getOwnPropertyNames(part)) {
      names.add(name);
    }
  }
  names.delete("constructor");
  return [...names];
}

/** Freezes plain data, all the way down, in place. */
export function freezeData<T>(data: T): T {
  if (isRecord(data) || Array.isArray(data)) {
    Object.values(data).forEach(freezeData);
    Object.freeze(data);
  }
  return data;
}

/**
 * Adds a property whose value is computed when it is first read. A value that is set
 * counts for the object that it is set on, as with any other property.
 */
export function defer<T extends object, K extends keyof T>(
  target: T,
  key: K,
  compute: () => T[K],
): void {
  let value: T[K] | undefined;
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get: () => {
      value ??= compute();
      return value;
    },
    set(this: T, replacement: T[K]) {
      Object.defineProperty(this, key, {
        configurable: true,
        enumerable: true,
        writable: true,
        value: replacement,
      });
    },
  });
}

/** A value read from a node's answer, or why it could not be read. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Set if the endpoint does not offer the method, or hides what it reads. */
      readonly isMissing?: boolean;
      /** Set if the node has answered, with an error or with `null`. */
      readonly isRefused?: boolean;
    };

/** A value that could not be read, and why. */
export function unread(reason: string): Decoded<never> {
  return { ok: false, reason };
}

/** The items without `false`, `""` and `undefined`. */
export function given<T>(
  ...items: readonly (T | false | "" | undefined)[]
): readonly T[] {
  return items.filter((item): item is T => Boolean(item));
}

/** The value if it is an object with keys, else an empty one. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/**
 * A copy to merge over defaults: without the keys that hold `undefined`, and
 * without `__proto__`, by which a merge would change the prototype.
 */
export function withoutUndefined<T extends object>(value: T): Defined<T>;
export function withoutUndefined(value: object): object {
  const copy = { ...value };
  for (const key of Object.keys(copy)) {
    if (key === "__proto__" || Reflect.get(copy, key) === undefined) {
      Reflect.deleteProperty(copy, key);
    }
  }
  return copy;
}

/** A record with each value mapped. */
export function mapValues<T, R>(
  values: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Readonly<Record<string, R>> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([key, one]) => [key, map(one)]));
}
