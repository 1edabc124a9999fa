import type { PortalLiteral } from "./types.ts";

/** Whether a value is an object with keys: no array, no `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object with keys, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function literalOf(value: unknown): PortalLiteral | undefined {
  return typeof value === "boolean"
    ? value
    : (textOf(value) ?? numberOf(value));
}
