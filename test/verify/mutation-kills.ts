import type { JudgedNetwork } from "../../src/verify/found.ts";
import {
  MUTATION_CLASSES,
  type Mutant,
  type MutationClass,
} from "./mutation-classes.ts";

export const LEVELS = ["presence", "identity", "wiring"] as const;

/** What each level found of a mutant. */
export interface TestedMutant {
  readonly mutant: Mutant;
  readonly found: Readonly<Record<(typeof LEVELS)[number], JudgedNetwork>>;
}

/**
 * How many mutants of a class there are, and of these how many each level kills
 * (does not call ok) and proves wrong (calls failed): `54: 0/0 54/54 54/54`.
 */
export function killsByClass(
  tested: readonly TestedMutant[],
): Readonly<Record<MutationClass, string>> {
  const rows = MUTATION_CLASSES.map((mutation): [MutationClass, string] => {
    const ofClass = tested.filter(({ mutant }) => mutant.mutation === mutation);
    const kills = LEVELS.map((level) => {
      const outcomes = ofClass.map(({ found }) => found[level].outcome);
      return `${outcomes.filter((outcome) => outcome !== "ok").length}/${outcomes.filter((outcome) => outcome === "failed").length}`;
    });
    return [mutation, `${ofClass.length}: ${kills.join(" ")}`];
  });
  return Object.fromEntries(rows) as Record<MutationClass, string>;
}
