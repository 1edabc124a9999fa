import { DIALECTS, type Dialect } from "../portal/dialects.ts";
import type { LintEntry } from "./types.ts";

/** The dialect that most of an entry's fields are of; the first where none is. */
export function entryDialect({ fields }: Pick<LintEntry, "fields">): Dialect {
  const [first, ...others] = DIALECTS;
  const count = (wanted: Dialect): number =>
    fields.filter(({ dialect }) => dialect === wanted).length;
  return others.reduce<Dialect>(
    (most, dialect) => (count(dialect) > count(most) ? dialect : most),
    first,
  );
}
