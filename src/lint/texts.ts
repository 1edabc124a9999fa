import { quoted } from "../base/text.ts";
import { usesOtherPortal } from "../config/other-portal.ts";
import type { ReadValue } from "../sources/script/values.ts";
import type { LintEntry, LintFile, LintString } from "./types.ts";

/** All strings of an entry, including those in nested lists and objects. */
export function* stringsOf({ chain }: LintEntry): Generator<LintString> {
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
  return (
    network?.network.name ??
    (name === undefined
      ? chainId === undefined
        ? "this chain"
        : `chain ${chainId}`
      : quoted(name))
  );
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

/** Names in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2
    ? last
    : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/**
 * How to have an entry's values printed, as the end of an advice. Empty if the entry is
 * none of the networks'.
 */
export function printedBy({ network, isOtherVersion }: LintEntry): string {
  if (network === undefined) {
    return "";
  }
  const { name, definition } = network.network;
  const { versions, otherPortal } = definition;
  const isPrinted = isOtherVersion === usesOtherPortal(network.network);
  const version = isOtherVersion ? otherPortal?.version : versions.portal;
  return isPrinted
    ? `alpha config ${name} prints it.`
    : `alpha config ${name} prints it with versions: { portal: "${version}" } in alpha.networks.${name}.`;
}

/** Returns a function that tells whether the file's own code reads a field. */
export function readsField(
  file: Pick<LintFile, "code" | "entries">,
): (name: string) => boolean {
  const words = wordCounts(file.code);
  const keys = keyCounts(file);
  return (name) => (words.get(name) ?? 0) > (keys.get(name) ?? 0);
}

/** How many fields with a name the entries of a file have. */
function keyCounts({
  entries,
}: Pick<LintFile, "entries">): ReadonlyMap<string, number> {
  const keys = new Map<string, Set<number>>();
  for (const { fields } of entries) {
    for (const { member } of fields) {
      const places = keys.get(member.name) ?? new Set();
      keys.set(member.name, places.add(member.key.start));
    }
  }
  return new Map([...keys].map(([name, { size }]) => [name, size]));
}
