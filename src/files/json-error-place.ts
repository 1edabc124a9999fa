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
 * The place at which a text stops being JSON (RFC 8259), which not every message of
 * `JSON.parse` tells; `undefined` if it is JSON. To be asked of texts that are known
 * not to nest deeply.
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
