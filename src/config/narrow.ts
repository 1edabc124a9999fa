import type { PortalLiteral } from "./types.ts";

/** Whether a value is an object with keys: no array, no `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object with keys, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** A copy without the keys that hold `undefined`, so that it overrides less. */
export function withoutUndefined<T extends object>(value: T): Partial<T> {
  const copy: Partial<T> = { ...value };
  for (const key of Object.keys(copy)) {
    if (Reflect.get(copy, key) === undefined) {
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
