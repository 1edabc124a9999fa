const PLAIN = /^[\w.:/@%+,=-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** A value as a `.env` file writes it, or why no such file can carry it. */
export type DotenvValue =
  | { readonly text: string }
  | { readonly problem: string };

/**
 * A value in the spelling that the readers of `.env` files agree on: the `dotenv`
 * package, Node's `--env-file`, and a shell that sources the file, which runs
 * nothing of it. So nothing is quoted by backticks or escaped by backslashes,
 * which they read differently, and line breaks stand as they are, in quotes.
 */
export function dotenvValue(value: string): DotenvValue {
  if (!value.isWellFormed()) {
    return { problem: "holds half of a surrogate pair, which is no text" };
  }
  if (CONTROL.test(value)) {
    return { problem: "holds a control character" };
  }
  if (PLAIN.test(value)) {
    return { text: value };
  }
  if (!value.includes("'") && !value.endsWith("\\")) {
    return { text: `'${value}'` };
  }
  if (!/["\\$`]/.test(value)) {
    return { text: `"${value}"` };
  }
  return {
    problem: value.includes("'")
      ? 'holds an apostrophe and one of " $ ` \\'
      : "ends with a backslash",
  };
}
