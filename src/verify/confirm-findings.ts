import type { FactVerification, IdentityVerification } from "./report.ts";

/** What the calls to a network's contracts tell, as one reading of them has it. */
export interface Findings {
  /** Of the contracts in their order; `undefined` where nothing is expected. */
  readonly identities: readonly (IdentityVerification | undefined)[];
  readonly structural: readonly FactVerification[];
  readonly policy: readonly FactVerification[];
}

const DISAGREEMENT =
  "reads of the same block disagree: the endpoint's backends may not be in step";

/** Whether findings say of anything that it is wrong. */
export function hasFailure(
  { identities, structural, policy }: Findings,
  strict: boolean,
): boolean {
  return (
    identities.some((identity) => identity?.verdict === "wrong") ||
    [...structural, ...(strict ? policy : [])].some(
      ({ verdict }) => verdict === "broken",
    )
  );
}

/**
 * Findings of which whatever is wrong has been read again, several times. What is
 * wrong in each reading is; what none but the first has is not; anything else is
 * unknown. A backend without all of the chain's state makes facts look broken,
 * and none makes them look right.
 */
export function confirmFindings(
  first: Findings,
  again: readonly Findings[],
): Findings {
  return {
    identities: first.identities.map((identity, index) =>
      identity?.verdict === "wrong"
        ? confirmed(
            identity,
            again.map(({ identities }) => identities[index]),
            { verdict: "unknown", reason: DISAGREEMENT },
          )
        : identity,
    ),
    structural: confirmFacts(
      first.structural,
      again.map(({ structural }) => structural),
    ),
    policy: confirmFacts(
      first.policy,
      again.map(({ policy }) => policy),
    ),
  };
}

function confirmFacts(
  first: readonly FactVerification[],
  again: readonly (readonly FactVerification[])[],
): readonly FactVerification[] {
  return first.map((fact, index) =>
    fact.verdict === "broken"
      ? confirmed<FactVerification>(
          fact,
          again.map((facts) => facts[index]),
          {
            id: fact.id,
            expected: fact.expected,
            verdict: "unknown",
            reason: DISAGREEMENT,
          },
        )
      : fact,
  );
}

function confirmed<T extends IdentityVerification | FactVerification>(
  wrong: T,
  again: readonly (T | undefined)[],
  unknown: T,
): T {
  if (again.every((one) => one?.verdict === wrong.verdict)) {
    return wrong;
  }
  const [right] = again;
  return right !== undefined &&
    again.every(
      (one) => one?.verdict === "holds" || one?.verdict === "recognised",
    )
    ? right
    : (again.find((one) => one?.verdict === "unknown") ?? unknown);
}
