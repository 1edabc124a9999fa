import { DIALECTS } from "../../portal/dialects.ts";
import type { LintField, LintRule } from "../types.ts";

/** Fields of both dialects in one file, of which a portal reads one. */
export const MIXED_DIALECTS: LintRule = {
  id: "mixed-dialects",
  severity: "warning",
  summary: "Fields of both dialects in one file: a portal reads one dialect.",
  fix: "Call the fields as your portal does: alpha config --dialect reference or ocean prints them.",
  *check({ file }) {
    const fields = file.entries
      .filter(({ kind }) => kind === "portal")
      .flatMap((entry) => entry.fields);
    const [first, second] = DIALECTS.map((dialect) =>
      fields.filter((field) => field.dialect === dialect),
    ).toSorted((one, other) => other.length - one.length);
    const [known] = first ?? [];
    for (const field of second ?? []) {
      yield {
        place: field.member.key,
        message: describe(field, known),
      };
    }
  },
};

function describe(
  { member, dialect }: LintField,
  other: LintField | undefined,
): string {
  return `${member.name} is of the dialect ${dialect}, and ${other?.member.name} on line ${other?.member.key.line} of ${other?.dialect}.`;
}
