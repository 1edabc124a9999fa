import type { Decoded } from "../base/records.ts";

/**
 * Parses JSON that a user wrote or may have changed. Stricter than `JSON.parse`: it
 * rejects duplicate members and deep nesting. The reason of a failure contains the
 * line.
 *
 * @param reviver as that of `JSON.parse`
 */
export function parseStrictJson(
  text: string,
  reviver?: typeof exactInteger,
): Decoded<unknown> {
  const { fault, errorAt } = scan(text);
  if (fault !== undefined) {
    const { line } = placeOf(text, fault.at);
    return { ok: false, reason: `has ${fault.what}, line ${line}` };
  }
  if (errorAt !== undefined) {
    const place = placeOf(text, errorAt);
    const conflict = conflictIn(text, place);
    const problem = conflict ? `${conflict},` : "is not valid JSON: check";
    return { ok: false, reason: `${problem} line ${place.line}` };
  }
  return { ok: true, value: JSON.parse(text, reviver) };
}

/** A reviver that makes integers bigints, since numbers have no more than 53 bits. */
export function exactInteger(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const { source = "" } = context ?? {};
  const isInteger = typeof value === "number" && /^-?\d+$/.test(source);
  return isInteger ? BigInt(source) : value;
}

/** The value of a JSON text; `undefined` if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The place of the first syntax error of a JSON text (RFC 8259), which not every message
 * of `JSON.parse` contains; `undefined` if it is valid. Nesting is not limited.
 */
export function jsonErrorPlace(text: string) {
  const { errorAt } = scan(text, Number.POSITIVE_INFINITY);
  return errorAt === undefined ? undefined : placeOf(text, errorAt);
}

/**
 * Finds what a strict reader rejects and `JSON.parse` accepts: duplicate members, whose
 * value is undefined (RFC 8259 §4), and deep nesting. Syntax errors are left to the
 * parser.
 *
 * @returns what is wrong, or `undefined`.
 */
export function jsonFault(text: string): string | undefined {
  return scan(text).fault?.what;
}

/** From 1; columns are in UTF-16 units. */
function placeOf(text: string, at: number) {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const MAX_DEPTH = 64;
const BLANK = /[ \t\n\r]*/y;
const STRING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them
  /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

interface JsonScan {
  /** The first fault that `JSON.parse` accepts, up to the first syntax error. */
  readonly fault: { readonly what: string; readonly at: number } | undefined;
  /** Where the text stops being JSON; `undefined` if it is JSON. */
  readonly errorAt: number | undefined;
}

/** Reads a text by the grammar of JSON, up to nesting that is too deep. */
function scan(text: string, maxDepth = MAX_DEPTH): JsonScan {
  let at = 0;
  let depth = 0;
  let fault: JsonScan["fault"];
  const isJson = value() && take(BLANK) && at === text.length;
  return { fault, errorAt: isJson ? undefined : at };

  function value(): boolean {
    take(BLANK);
    switch (text[at]) {
      case "{":
        return items("}", new Set());
      case "[":
        return items("]");
      case '"':
        return take(STRING);
      default:
        return take(SCALAR);
    }
  }

  /** The items of an array, or the members of an object. */
  function items(end: "}" | "]", names?: Set<string>): boolean {
    if (depth === maxDepth) {
      fault ??= { what: `more than ${maxDepth} levels of nesting`, at };
      return false;
    }
    depth++;
    at++;
    take(BLANK);
    if (!sign(end)) {
      do {
        if ((names !== undefined && !name(names)) || !value()) {
          return false;
        }
        take(BLANK);
      } while (sign(","));
      if (!sign(end)) {
        return false;
      }
    }
    depth--;
    return true;
  }

  function name(names: Set<string>): boolean {
    take(BLANK);
    const start = at;
    if (!take(STRING)) {
      return false;
    }
    const name = String(JSON.parse(text.slice(start, at)));
    if (names.has(name)) {
      fault ??= { what: "the same member twice in one object", at };
    }
    names.add(name);
    take(BLANK);
    return sign(":");
  }

  function sign(wanted: string): boolean {
    const isThere = text[at] === wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    at = isThere ? pattern.lastIndex : at;
    return isThere;
  }
}

/** The start of a line that Git writes where both sides of a merge have changed. */
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?= |\r?$)/;

/**
 * Says that a file has conflict markers of Git, without the subject of the sentence. The
 * first of them is the first syntax error of a file that was valid before the merge.
 *
 * @param error where the first syntax error is; lines are from 1
 */
export function conflictIn(
  text: string,
  error: { readonly line: number } | undefined,
): string | undefined {
  const line = error?.line ?? 0;
  if (MARKER.test(text.split("\n")[line - 1] ?? "")) {
    return "has unresolved conflict markers of Git";
  }
  return undefined;
}
