import type { ReadUnknown, ReadValue } from "../../sources/read/types.ts";
import { quoted } from "../quoted.ts";
import type { LintRule } from "../types.ts";

/** Values that only running the file would tell. */
export const UNKNOWABLE_VALUE: LintRule = {
  id: "unknowable-value",
  severity: "note",
  summary: "A value that cannot be known without running the file.",
  fix: "Write the value itself if it is to be checked: no code is run.",
  *check({ file }) {
    for (const { chain } of file.entries) {
      for (const { place, reason } of chain.beyond) {
        yield {
          place,
          message: `More fields may stand here, which are not checked: this ${reason}.`,
        };
      }
      for (const { name, value } of chain.members.values()) {
        for (const { place, reason } of unknownsIn(value)) {
          yield {
            place,
            message: `${quoted(name)} is not checked: it ${reason}.`,
          };
        }
      }
    }
  },
};

function* unknownsIn(value: ReadValue): Generator<ReadUnknown> {
  switch (value.kind) {
    case "unknown":
      yield value;
      return;
    case "list":
      yield* value.beyond;
      for (const item of value.items) {
        yield* unknownsIn(item);
      }
      return;
    case "object":
      yield* value.beyond;
      for (const member of value.members.values()) {
        yield* unknownsIn(member.value);
      }
      return;
    case "scalar":
      return;
  }
}
