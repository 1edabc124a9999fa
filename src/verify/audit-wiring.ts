import type { FactVerification, Gap } from "./found.ts";
import { type WiringAudit, wiringOf } from "./wiring/wiring-questions.ts";
import { describePaths } from "./words/paths.ts";
import { describeUnlisted } from "./words/unlisted.ts";

/** What to ask of a network's contracts, and what the answers mean. */
export interface Wiring extends Pick<WiringAudit, "questionsOf"> {
  readonly judge: (...given: Parameters<WiringAudit["judge"]>) => {
    readonly facts: readonly FactVerification[];
    /** Who is behind each power, and what the registry does not have. */
    readonly notes: readonly string[];
    readonly notLookedAt: readonly Gap[];
  };
}

/** The audit of how contracts are wired and who controls them, with its notes. */
export function auditWiring(...about: Parameters<typeof wiringOf>): Wiring {
  const { questionsOf, judge } = wiringOf(...about);
  return {
    questionsOf,
    judge: (answers, codes) => {
      const { judged, powers, followed, known, ...found } = judge(
        answers,
        codes,
      );
      const notes = [
        ...describeUnlisted(judged, known, answers),
        ...describePaths(powers, followed, answers),
      ];
      return { ...found, notes };
    },
  };
}
