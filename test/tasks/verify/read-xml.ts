export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ReadElement[];
  readonly text: string;
}

/** A comment has no two hyphens side by side (§2.5). */
const PROLOG =
  /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*(?:<!--(?:-?[^-])*-->\s*)*/;
const TOKEN =
  /<\/(?<end>[\w.-]+)>|<(?<name>[A-Za-z_][\w.-]*)(?<attributes>(?:\s+[A-Za-z_][\w.-]*="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
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
  const above = { name: "", attributes: {}, children: [], text: "" };
  const open: Changing[] = [above];
  let at = PROLOG.exec(text)?.[0].length ?? 0;
  if (at === 0) {
    throw new Error(`no declaration: ${text.slice(0, 40)}`);
  }
  while (at !== text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const [inner] = open;
    if (found?.groups === undefined || inner === undefined) {
      throw new Error(`no XML at ${text.slice(at, at + 40)}`);
    }
    at += found[0].length;
    const { end, name, attributes = "", empty } = found.groups;
    if (end !== undefined) {
      if (open.shift()?.name !== end) {
        throw new Error(`${end} is not open`);
      }
    } else if (name === undefined) {
      if (found[0].includes("]]>")) {
        throw new Error("]]> in a text");
      }
      inner.text += unescapeAll(found[0]);
    } else {
      const element = {
        ...{ name, children: [], text: "" },
        attributes: readAttributes(attributes),
      };
      inner.children.push(element);
      if (empty === "") {
        open.unshift(element);
      }
    }
  }
  const [root, ...others] = open[0]?.children ?? [];
  if (open.length > 1 || root === undefined || others.length > 0) {
    throw new Error("not one root that is closed");
  }
  if (above.text.trim() !== "") {
    throw new Error(`a text outside the root: ${above.text}`);
  }
  return root;
}

interface Changing extends ReadElement {
  readonly children: Changing[];
  text: string;
}

function readAttributes(source: string): ReadElement["attributes"] {
  // Blanks that are not references become spaces (§3.3.3).
  const pairs = [...source.matchAll(/([\w.-]+)="([^"]*)"/g)].map(
    ([, key = "", raw = ""]) =>
      [key, unescapeAll(raw.replace(/[\t\n]/g, " "))] as const,
  );
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) {
    throw new Error(`an attribute twice: ${source}`);
  }
  return attributes;
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
