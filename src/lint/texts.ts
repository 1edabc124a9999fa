import { quoted } from "../base/text.ts";
import type { ReadValue } from "../sources/script/values.ts";
import type { LintEntry, LintText } from "./types.ts";

/** All texts of an entry, those in nested lists and objects included. */
export function* textsOf({ chain }: LintEntry): Generator<LintText> {
  for (const { name, value } of chain.members.values()) {
    yield* textsIn(name, value);
  }
}

function* textsIn(name: string, value: ReadValue): Generator<LintText> {
  switch (value.kind) {
    case "scalar":
      if (typeof value.value === "string") {
        yield { name, text: value.value, place: value.place };
      }
      return;
    case "list":
      for (const item of value.items) {
        yield* textsIn(name, item);
      }
      return;
    case "object":
      for (const member of value.members.values()) {
        yield* textsIn(`${name}.${member.name}`, member.value);
      }
      return;
    case "unknown":
      return;
  }
}

/** How messages call an entry: its network, else its name, else its chain id. */
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

/** How often each word stands in a text. */
export function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
