import { isAddress } from "../config/checksum.ts";
import type { SourcedValue } from "../config/sourced-values.ts";
import type { CheckedFinding } from "./check-findings.ts";
import type { Place } from "./read/types.ts";

/** A checked finding, and the file that it is of. */
export interface FiledFinding {
  readonly file: string;
  readonly finding: CheckedFinding;
}

/** Two files, or two lines of one, that say different things. */
export interface Disagreement {
  readonly path: string;
  readonly kept: FiledFinding;
  readonly other: FiledFinding;
}

export interface MergedFindings {
  readonly values: ReadonlyMap<string, SourcedValue>;
  readonly disagreements: readonly Disagreement[];
}

/** One network's findings, in the sources' order: the first of a path counts. */
export function mergeFindings(
  findings: readonly FiledFinding[],
): MergedFindings {
  const kept = new Map<string, FiledFinding>();
  const disagreements: Disagreement[] = [];
  for (const other of findings) {
    const { path } = other.finding;
    const first = kept.get(path);
    if (first === undefined) {
      kept.set(path, other);
    } else if (!isSame(first.finding.plain, other.finding.plain)) {
      disagreements.push({ path, kept: first, other });
    }
  }
  const values = new Map<string, SourcedValue>();
  for (const [path, { file, finding }] of kept) {
    const against = disagreements
      .filter((disagreement) => disagreement.path === path)
      .map(({ other }) => ({ file: other.file, line: lineOf(other) }));
    values.set(path, {
      value: finding.plain,
      origin: {
        kind: "source",
        file,
        line: finding.place.line,
        field: finding.field,
        ...(against.length === 0 ? {} : { against }),
      },
    });
  }
  return { values, disagreements };
}

function lineOf({ finding }: { finding: { place: Place } }): number {
  return finding.place.line;
}

/** Addresses are the same in any case. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  }
  return isAddress(one) && isAddress(other)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}
