import {
  type Expectations,
  expectationsIn,
} from "../../config/expectations.ts";
import {
  headOf,
  isOptional,
  type WiringFact,
  wiringFacts,
} from "../expect/facts.ts";
import type { VerificationTarget } from "../expect/targets.ts";
import type { LockedPolicy } from "../follow/followed.ts";
import type { FactVerification } from "../found.ts";
import {
  addressInId,
  contractId,
  isOfferedId,
  ownContractIn,
} from "../values/path.ts";
import type { Reason } from "../values/reason.ts";

/**
 * The facts of a network whose chain could not be asked: unknown, each of them, so
 * that no report has fewer of them because a node is down.
 */
export function unreadFacts(
  targets: readonly VerificationTarget[],
  reason: Reason,
  policy: LockedPolicy = {},
): readonly FactVerification[] {
  const facts = wiringFacts(targets).filter(
    (fact) => !isOptional(fact) || Object.hasOwn(policy, fact.id),
  );
  const known = facts.map((fact) => unknownFact(fact, reason));
  return [
    ...known,
    ...factsOfUnreadAbis(targets, policy, known),
    ...Object.keys(policy)
      .filter((id) => addressInId(id) !== undefined || isOfferedId(id))
      .map((id) => lockedFact(id, reason)),
  ];
}

/**
 * Locked and expected values of own contracts without an artifact now: nothing tells how
 * to ask.
 */
export function factsOfUnreadAbis(
  targets: readonly VerificationTarget[],
  policy: LockedPolicy,
  known: readonly FactVerification[],
  expect?: Expectations,
): readonly FactVerification[] {
  const isUnread = (id: string) => !known.some((fact) => fact.id === id);
  const locked = Object.keys(policy);
  const expected = expectationsIn(expect).map(({ id }) => id);
  return targets.flatMap(({ own, kind, key, skip }) => {
    const { artifact } = own ?? {};
    if (artifact === undefined || artifact.ok) {
      return [];
    }
    const ids = new Set([...locked, ...(skip === undefined ? expected : [])]);
    return [...ids]
      .filter((id) => ownContractIn(id) === contractId({ kind, key }))
      .filter(isUnread)
      .map((id) =>
        lockedFact(id, {
          code: "no-artifact",
          facts: { text: artifact.reason },
        }),
      );
  });
}

/** A locked value that nothing tells how to ask for. */
function lockedFact(id: string, reason: Reason): FactVerification {
  return { id, class: "policy", label: id, verdict: "unknown", reason };
}

/** A fact that is unknown, and why. */
export function unknownFact(
  fact: WiringFact,
  reason: Reason,
): FactVerification {
  return { ...headOf(fact), verdict: "unknown", reason };
}
