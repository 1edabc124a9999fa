const MAX_DEPTH = 64;
const TOKEN = /["{}[\],]/g;

/** Where the scan stands: inside an object its names so far, or in a list. */
type Frame = Set<string> | undefined;

/**
 * What `JSON.parse` lets pass and a strict reader must not: an object with two
 * members of one name (which of them counts is undefined, RFC 8259 §4) and
 * nesting deeper than any honest answer. Text that is no JSON is left for the
 * parser to refuse.
 *
 * @returns what is wrong, or `undefined`.
 */
export function jsonFault(text: string): string | undefined {
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
          return "the same member twice in one object";
        }
        names.add(name);
      }
      atName = false;
    } else if (token === "{" || token === "[") {
      if (frames.length === MAX_DEPTH) {
        return `more than ${MAX_DEPTH} levels of nesting`;
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
