import { endpointOrigin, looksSecret } from "../base/secrets.ts";
import type { Edit } from "../base/text.ts";
import { quoted } from "../base/text.ts";
import { HIDDEN_PATH } from "../config/layered-url.ts";
import { usesOtherPortal } from "../config/other-portal.ts";
import type { Place, ReadValue } from "../sources/values.ts";
import type { LintEntry, LintFile, LintString } from "./types.ts";

/** All strings of an entry, including those in nested lists and objects. */
export function* stringsOf({
  chain,
}: Pick<LintEntry, "chain">): Generator<LintString> {
  for (const { name, value } of chain.members.values()) {
    yield* stringsIn(name, value);
  }
}

function* stringsIn(name: string, value: ReadValue): Generator<LintString> {
  switch (value.kind) {
    case "scalar":
      if (typeof value.value === "string") {
        yield { name, text: value.value, place: value.place };
      }
      return;
    case "list":
      for (const item of value.items) {
        yield* stringsIn(name, item);
      }
      return;
    case "object":
      for (const member of value.members.values()) {
        yield* stringsIn(`${name}.${member.name}`, member.value);
      }
      return;
    case "unknown":
      return;
  }
}

/** An entry in messages: its network, or else its name, or else its chain id. */
export function titleOf({ network, names, chainId }: LintEntry): string {
  const [name] = names;
  if (network !== undefined) {
    return network.name;
  }
  if (name !== undefined) {
    return quoted(name);
  }
  return chainId === undefined ? "this chain" : `chain ${chainId}`;
}

const WORD = /[\p{ID_Continue}$]+/gu;

/** How often each word occurs in a text. */
export function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** A name from a file, printable and short; in quotes unless it is an identifier. */
export function printableName(name: string): string {
  return /^[\w$]{1,60}$/.test(name) ? name : quoted(name);
}

/** More names would not be read. */
const MAX_NAMES = 12;

/** Names in a sentence: `a, b and c`; of many, how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  const all = more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names;
  const last = all.at(-1) ?? "";
  return all.length < 2 ? last : `${all.slice(0, -1).join(", ")} and ${last}`;
}

const URL_TEXT = /\b[a-z][a-z\d+.-]{0,30}:(?:\\?\/){2}[^\s"'`<>]+/gi;

/** A text from a file, in which only the origin of a URL that may be secret is shown. */
export function publicText(text: string): string {
  return text.replace(URL_TEXT, (found) => {
    const url = found.replaceAll("\\/", "/");
    if (looksSecret(url) && !url.endsWith(HIDDEN_PATH)) {
      return `${endpointOrigin(url)}/…`;
    }
    return found;
  });
}

/**
 * An advice, and the command that prints the right values of an entry's fields, if one
 * does.
 *
 * @param fields names in the reference
 */
export function adviceFor(
  entry: LintEntry,
  advice: string,
  fields: readonly string[],
): string {
  const { kind, network, isOtherVersion } = entry;
  if (kind === "book") {
    return `${advice} alpha export --format address-json prints the entry.`;
  }
  if (network === undefined || kind !== "portal") {
    return advice;
  }
  const { name, definition } = network;
  const { versions, otherPortal } = definition;
  const those = fields.length === 1 ? "it, if it is set" : "those that are set";
  const prints = `${advice} alpha config ${name} prints ${those}`;
  if (isOtherVersion === usesOtherPortal(network)) {
    return `${prints}.`;
  }
  const version = isOtherVersion ? otherPortal?.version : versions.portal;
  return `${prints} with versions: { portal: "${version}" } in alpha.networks.${name}.`;
}

/** True if a file's own code reads a field. */
export function isFieldRead(name: string, { words, keys }: LintFile): boolean {
  return (words.get(name) ?? 0) > (keys.get(name) ?? 0);
}

/** How many fields with a name the entries of a file have. */
export function keyCounts(
  entries: readonly LintEntry[],
): ReadonlyMap<string, number> {
  const members = entries.flatMap(({ fields }) =>
    fields.map(({ member }) => member),
  );
  const byName = Map.groupBy(members, ({ name }) => name);
  return new Map(
    [...byName].map(([name, all]) => [
      name,
      new Set(all.map(({ key }) => key.start)).size,
    ]),
  );
}

const QUOTES = new Set(['"', "'", "`"]);

/**
 * The edit that replaces a name or a string literal, keeping its quotes.
 * `undefined` if the source at this place is anything else, such as a string with
 * escapes or a concatenation.
 *
 * @param current the name, or the value of the string literal
 */
export function tokenEdit(
  source: string,
  { start, end }: Place,
  current: string,
  text: string,
): Edit | undefined {
  const token = source.slice(start, end);
  if (token === current) {
    return { start, end, text };
  }
  const quote = token.charAt(0);
  if (QUOTES.has(quote) && token === `${quote}${current}${quote}`) {
    return { start: start + 1, end: end - 1, text };
  }
  return undefined;
}
