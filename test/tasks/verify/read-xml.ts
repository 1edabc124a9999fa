export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ReadElement[];
  readonly text: string;
}

const NAME = /[A-Za-z_][\w.-]*/y;
/** Without two hyphens side by side (§2.5). */
const COMMENT = /<!--(?:-?[^-])*-->/y;
const BLANK = /[ \t\r\n]*/y;
/** https://www.w3.org/TR/xml/#charsets */
const CHARACTERS =
  /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/**
 * Reads an XML 1.0 document of elements, attributes and text, with comments before
 * its root, as strictly as the recommendation wants it.
 *
 * @throws {Error} On anything that is not well-formed.
 */
export function readXml(source: string): ReadElement {
  if (!CHARACTERS.test(source)) {
    throw new Error("a character that XML 1.0 forbids");
  }
  // Line ends are normalised before anything is parsed (§2.11).
  const text = source.replace(/\r\n?/g, "\n");
  let at = 0;
  expect('<?xml version="1.0" encoding="UTF-8"?>');
  take(BLANK);
  while (text.startsWith("<!--", at)) {
    take(COMMENT);
    take(BLANK);
  }
  const root = element();
  take(BLANK);
  if (at !== text.length) {
    throw new Error(`something after the root: ${text.slice(at, at + 40)}`);
  }
  return root;

  function element(): ReadElement {
    expect("<");
    const name = take(NAME);
    const attributes = new Map<string, string>();
    for (;;) {
      const blank = take(BLANK);
      if (text.startsWith("/>", at)) {
        at += 2;
        return {
          name,
          attributes: Object.fromEntries(attributes),
          children: [],
          text: "",
        };
      }
      if (text[at] === ">") {
        at++;
        return content(name, Object.fromEntries(attributes));
      }
      if (blank === "") {
        throw new Error(`no space before an attribute of ${name}`);
      }
      const key = take(NAME);
      expect('="');
      const end = text.indexOf('"', at);
      const raw = text.slice(at, end);
      if (end === -1 || raw.includes("<") || attributes.has(key)) {
        throw new Error(`bad attribute ${key} of ${name}`);
      }
      // Blanks that are not references become spaces (§3.3.3).
      attributes.set(key, unescapeAll(raw.replace(/[\t\n]/g, " ")));
      at = end + 1;
    }
  }

  function content(
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): ReadElement {
    const children: ReadElement[] = [];
    let characters = "";
    for (;;) {
      const next = text.indexOf("<", at);
      if (next === -1) {
        throw new Error(`${name} is not closed`);
      }
      const raw = text.slice(at, next);
      if (raw.includes("]]>")) {
        throw new Error("]]> in a text");
      }
      characters += unescapeAll(raw);
      at = next;
      if (text.startsWith("</", at)) {
        expect(`</${name}>`);
        return { name, attributes, children, text: characters };
      }
      children.push(element());
    }
  }

  function expect(wanted: string): void {
    if (!text.startsWith(wanted, at)) {
      throw new Error(`no ${wanted} at ${text.slice(at, at + 40)}`);
    }
    at += wanted.length;
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) {
      throw new Error(`no ${pattern} at ${text.slice(at, at + 40)}`);
    }
    at += found.length;
    return found;
  }
}

function unescapeAll(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (_, reference: string, end: string) => {
    const digits = /^#(\d+)$/.exec(reference)?.[1];
    const character =
      digits === undefined
        ? NAMED[reference]
        : String.fromCodePoint(Number(digits));
    if (end === "" || character === undefined || !CHARACTERS.test(character)) {
      throw new Error(`a bad reference &${reference}`);
    }
    return character;
  });
}
