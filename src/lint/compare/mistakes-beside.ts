import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { type FoundProblem, findProblems } from "../find-problems.ts";
import type { NetworkIndex } from "../network-index.ts";
import type { LintEntry, LintFile } from "../types.ts";
import type { Difference } from "./compare-entry.ts";
import type { PortalVersions } from "./compare-file.ts";
import { ADDITIONAL_FIELD } from "./compare-rules.ts";

/**
 * What `alpha lint` finds in a compared file, unless it is a note or the comparison has
 * a difference at the same place.
 */
export async function mistakesBeside(
  differences: readonly Difference[],
  file: LintFile,
  index: NetworkIndex,
): Promise<readonly FoundProblem[]> {
  const compared = new Set(
    differences.map(({ place, rule, severity = rule.severity }) =>
      // What is not known hides no error.
      severity === "unknown" ? `unknown ${place.start}` : `${place.start}`,
    ),
  );
  const repeated = differences.filter(({ rule }) => rule === ADDITIONAL_FIELD);
  const found = await findProblems(file, index);
  return found
    .filter(
      ({ place, rule, severity = rule.severity }) =>
        severity !== "note" &&
        !compared.has(`${place.start}`) &&
        (severity === "error" || !compared.has(`unknown ${place.start}`)) &&
        !repeated.some(
          (whole) =>
            place.start >= whole.place.start && place.start < whole.place.end,
        ),
    )
    .map((problem) => ({ ...problem, edit: undefined }));
}

/**
 * A file whose entries need not have the fields that the configuration does not set
 * either. Whether such a field should have a value is unknown, as the comparison says.
 */
export function withoutUnset(
  file: LintFile,
  configs: ReadonlyMap<AlphaNetworkName, PortalVersions>,
): LintFile {
  return {
    ...file,
    entries: file.entries.map((entry) => {
      const config = entry.network && configs.get(entry.network.network.name);
      const values = entry.isOtherVersion ? config?.other : config?.own;
      const unset = (values ?? []).filter(({ value }) => value === undefined);
      return withoutFields(entry, new Set(unset.map(({ field }) => field)));
    }),
  };
}

function withoutFields(
  entry: LintEntry,
  unset: ReadonlySet<string>,
): LintEntry {
  const fields = entry.fields.filter(
    ({ field, member: { value } }) =>
      !(
        unset.has(field) &&
        value.kind === "scalar" &&
        (value.value ?? undefined) === undefined
      ),
  );
  const given = new Set(fields.map(({ field }) => field));
  return {
    ...entry,
    fields,
    expected: Object.fromEntries(
      Object.entries(entry.expected).filter(
        ([field]) => given.has(field) || !unset.has(field),
      ),
    ),
  };
}
