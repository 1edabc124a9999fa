import type { Decoded } from "../base/records.ts";

/**
 * Parses JSON that a user wrote or may have changed. Stricter than `JSON.parse`: it
 * rejects duplicate members and deep nesting. The reason of a failure contains the
 * line.
 */
export function parseStrictJson(text: string): Decoded<unknown> {
  const fault = findFault(text);
  if (fault !== undefined) {
    const { line } = placeOf(text.slice(0, fault.index));
    return { ok: false, reason: `has ${fault.what}, line ${line}` };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const { line } = jsonErrorPlace(text) ?? placeOf(text);
    return { ok: false, reason: `is not valid JSON: check line ${line}` };
  }
}

/** The value of a JSON text; `undefined` if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BLANK = /[ \t\n\r]*/y;
const STRING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them
  /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** A place in a text, from 1; columns are in UTF-16 units. */
export interface JsonErrorPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The place of the first syntax error of a JSON text (RFC 8259), which not every message
 * of `JSON.parse` contains; `undefined` if it is valid. It is recursive: check for deep
 * nesting first.
 */
export function jsonErrorPlace(text: string): JsonErrorPlace | undefined {
  let at = 0;
  const isJson = value() && blank() && at === text.length;
  return isJson ? undefined : placeOf(text.slice(0, at));

  function value(): boolean {
    blank();
    switch (text[at]) {
      case "{":
        return members(
          "}",
          () => take(STRING) && blank() && sign(":") && value(),
        );
      case "[":
        return members("]", value);
      case '"':
        return take(STRING);
      default:
        return take(SCALAR);
    }
  }

  function members(end: "}" | "]", member: () => boolean): boolean {
    at++;
    blank();
    if (sign(end)) {
      return true;
    }
    do {
      blank();
      if (!member()) {
        return false;
      }
      blank();
    } while (sign(","));
    return sign(end);
  }

  function sign(wanted: string): boolean {
    const isThere = text[at] === wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  function blank(): boolean {
    return take(BLANK);
  }

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found !== undefined;
  }
}

function placeOf(before: string): JsonErrorPlace {
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const MAX_DEPTH = 64;
const TOKEN = /["{}[\],]/g;

/** The member names so far of an open object; `undefined` for an array. */
type Frame = Set<string> | undefined;

/**
 * What a strict reader rejects and `JSON.parse` accepts: duplicate members, whose value
 * is undefined (RFC 8259 §4), and deep nesting. Syntax errors are left to the parser.
 *
 * @returns what is wrong, or `undefined`.
 */
export function jsonFault(text: string): string | undefined {
  return findFault(text)?.what;
}

interface JsonFault {
  readonly what: string;
  /** Where the fault is in the text. */
  readonly index: number;
}

function findFault(text: string): JsonFault | undefined {
  const frames: Frame[] = [];
  let atName = false;
  TOKEN.lastIndex = 0;
  for (;;) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) {
      return undefined;
    }
    if (token === '"') {
      const start = TOKEN.lastIndex;
      const end = closingQuote(text, start);
      if (end === -1) {
        return undefined;
      }
      TOKEN.lastIndex = end + 1;
      const names = frames.at(-1);
      if (atName && names !== undefined) {
        const name = unescapeName(text.slice(start, end));
        if (names.has(name)) {
          return { what: "the same member twice in one object", index: end };
        }
        names.add(name);
      }
      atName = false;
    } else if (token === "{" || token === "[") {
      if (frames.length === MAX_DEPTH) {
        const what = `more than ${MAX_DEPTH} levels of nesting`;
        return { what, index: TOKEN.lastIndex };
      }
      frames.push(token === "{" ? new Set() : undefined);
      atName = token === "{";
    } else if (token === ",") {
      atName = frames.at(-1) !== undefined;
    } else {
      frames.pop();
      atName = false;
    }
  }
}

function closingQuote(text: string, start: number): number {
  for (let from = start; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) {
      return -1;
    }
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") {
      backslashes++;
    }
    if (backslashes % 2 === 0) {
      return end;
    }
    from = end + 1;
  }
}

function unescapeName(source: string): string {
  if (!source.includes("\\")) {
    return source;
  }
  try {
    return String(JSON.parse(`"${source}"`));
  } catch {
    return source;
  }
}
