/**
 * Characters with a meaning in Markdown, HTML or GitHub's references: `@` and `#`
 * may mention a user or an issue, `://` and `www.` make links.
 */
const SPECIAL = /[\\`*_[~$!<>&|@#]|:\/\/|\bwww\./gi;

/**
 * A printable line as literal text of a Markdown document or of a table cell: it
 * does not format, link or mention anything.
 */
export function markdownText(line: string): string {
  return line.replace(SPECIAL, (text) => {
    switch (text) {
      case "<":
      case ">":
      case "&":
      case "|":
        // Inside a table, an escaped bar has another meaning.
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
