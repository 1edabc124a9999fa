import { jsonFault } from "../rpc/json-fault.ts";
import { jsonErrorPlace } from "./json-error-place.ts";
import { jsonFaultLine } from "./json-fault-line.ts";

/** What a JSON text holds, or what is wrong with it and in which line, from 1. */
export type StrictJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly fault: string; readonly line: number }
  | { readonly kind: "no JSON"; readonly line: number };

/**
 * Reads JSON that a user wrote or may have changed. A fault is what `JSON.parse`
 * lets pass: a member that is there twice, and nesting beyond any honest file.
 */
export function parseStrictJson(text: string): StrictJson {
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return { kind: "fault", fault, line: jsonFaultLine(text) };
  }
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    const lastLine = text.split("\n").length;
    return { kind: "no JSON", line: jsonErrorPlace(text)?.line ?? lastLine };
  }
}
