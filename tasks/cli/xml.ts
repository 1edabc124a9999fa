/** An element with its attributes in order, and text or child elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly XmlElement[];
}

/**
 * Characters that XML 1.0 does not allow, not even as a character reference:
 * controls but tab and line ends, lone surrogates, U+FFFE and U+FFFF.
 *
 * @see https://www.w3.org/TR/xml/#charsets
 */
const FORBIDDEN =
  /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Characters with a meaning in XML, and those that a parser normalises. */
const SPECIAL = /[&<>"'\t\n\r\u0085\u2028]/g;

const REPLACEMENT = "\uFFFD";

/**
 * An XML 1.0 document, indented by two spaces.
 *
 * @param comment the text of a comment before the root element
 */
export function xmlDocument(root: XmlElement, comment?: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...(comment === undefined ? [] : [`<!-- ${commentText(comment)} -->`]),
    ...lines(root, ""),
  ].join("\n");
}

/** A comment must not contain two hyphens in a row. */
function commentText(text: string): string {
  return text.replace(FORBIDDEN, REPLACEMENT).replace(/-(?=-)/g, "- ");
}

function lines(
  { name, attributes = {}, content = [] }: XmlElement,
  indent: string,
): readonly string[] {
  const head = [
    name,
    ...Object.entries(attributes).map(
      ([key, value]) => `${key}="${escapeAll(String(value))}"`,
    ),
  ].join(" ");
  if (content.length === 0) {
    return [`${indent}<${head}/>`];
  }
  if (typeof content === "string") {
    return [`${indent}<${head}>${escapeText(content)}</${name}>`];
  }
  return [
    `${indent}<${head}>`,
    ...content.flatMap((child) => lines(child, `${indent}  `)),
    `${indent}</${name}>`,
  ];
}

function escapeAll(text: string): string {
  return text
    .replace(FORBIDDEN, REPLACEMENT)
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}

/** Line breaks are kept: parsers do not normalise them in the text of an element. */
function escapeText(text: string): string {
  return text.split("\n").map(escapeAll).join("\n");
}
