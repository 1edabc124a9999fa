/**
 * The punctuation that Markdown, HTML or GitHub's own references act on: each
 * `@` and `#` may name somebody or something, `://` and `www.` make links.
 */
const ACTIVE = /[\\`*_[~$!<>&|@#]|:\/\/|\bwww\./gi;

/**
 * A printable line as text of a Markdown document or of a cell of its tables:
 * it comes out as it is written, and neither formats, links nor mentions
 * anything.
 */
export function markdownText(line: string): string {
  return line.replace(ACTIVE, (text) => {
    switch (text) {
      case "<":
      case ">":
      case "&":
      case "|":
        // A backslash before a bar means another thing within a table.
        return `&#${text.charCodeAt(0)};`;
      case "@":
      case "#":
        return `${text}<!-- -->`;
      case "://":
        return "&#58;//";
      default:
        return text.length === 1 ? `\\${text}` : text.replace(".", "&#46;");
    }
  });
}
