import type { PortalLiteral } from "./types.ts";

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
