import { isRecord } from "../rpc/is-record.ts";
import type { PortalLiteral } from "./types.ts";

/** The value if it is an object with keys, else an empty one. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * A copy to merge over defaults: without the keys that hold `undefined`, and
 * without `__proto__`, by which a merge would change the prototype.
 */
export function withoutUndefined<T extends object>(value: T): T {
  const copy: T = { ...value };
  for (const key of Object.keys(copy)) {
    if (key === "__proto__" || Reflect.get(copy, key) === undefined) {
      Reflect.deleteProperty(copy, key);
    }
  }
  return copy;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

export function literalOf(value: unknown): PortalLiteral | undefined {
  return booleanOf(value) ?? textOf(value) ?? numberOf(value);
}
