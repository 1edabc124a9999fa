import type { ReadValue } from "../sources/read/types.ts";
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
