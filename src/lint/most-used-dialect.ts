import { DIALECTS, type Dialect } from "../portal/dialects.ts";
import type { LintField } from "./types.ts";

/** The dialect that most fields are of; `undefined` where none is of any. */
export function mostUsedDialect(
  fields: readonly LintField[],
): Dialect | undefined {
  const counts = DIALECTS.map((dialect) => ({
    dialect,
    count: fields.filter((field) => field.dialect === dialect).length,
  }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  return most === undefined || most.count === 0 ? undefined : most.dialect;
}
