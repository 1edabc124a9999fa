import {
  headOf,
  type StructuralFact,
  type WiringFact,
} from "../expect/facts.ts";
import {
  isOfOwn,
  type PolicyFact,
  type Power,
} from "../expect/policy-facts.ts";
import { factValue, type Returned } from "../follow/decode-answers.ts";
import type { PolicyReading } from "../follow/dependencies.ts";
import type { FactVerification } from "../found.ts";
import {
  isReleaseOf,
  type KnownCode,
  UNREAD,
} from "../identity/judge-identity.ts";
import { anyValue } from "../values/any-value.ts";
import { encode } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { because, type Reason } from "../values/reason.ts";
import {
  type KnownReading,
  NOT_OFFERED,
  type Reading,
  type Scalar,
} from "../values/value.ts";
import { type JudgeContext, type Place, readPolicy } from "./policy-values.ts";
import { unknownFact } from "./unread-facts.ts";

/** A fact as it is reported, and what its value leaves open. */
export interface JudgedFact {
  readonly source: WiringFact;
  readonly fact: FactVerification;
  /** The reading of a privileged value. */
  readonly reading?: Reading | undefined;
  /** True if the contract has the value, or may have it. */
  readonly isOffered: boolean;
  /** The reason why the value may not be all. */
  readonly missing?: Reason | undefined;
}

/** A structural fact holds or is broken, a privileged value is listed. */
export function judgeFact(
  source: WiringFact,
  place: Place,
  context: JudgeContext,
): JudgedFact {
  if (source.class === "structural") {
    const read = factValue(source, context.answers);
    return { source, fact: judgeStructural(source, read), isOffered: true };
  }
  const { reading, missing }: PolicyReading =
    context.isMissing === true
      ? { reading: NOT_OFFERED }
      : readPolicy(source, place, context);
  const power = powerOver(source, context.codes.get(source.of) ?? UNREAD);
  const head = { ...headOf(source), power };
  if (reading.kind === "unread") {
    return {
      source,
      reading,
      fact: {
        ...head,
        verdict: "unknown",
        reason: because("unread", reading.reason, {
          of: isOfOwn(source) ? "own" : "other",
        }),
      },
      isOffered: true,
    };
  }
  return {
    source,
    reading,
    fact: { ...head, value: encode(reading), verdict: "listed" },
    isOffered: reading.kind !== "not offered",
    missing,
  };
}

/** Other code than that of releases may let anybody change a value. */
function powerOver({ power, contracts }: PolicyFact, code: KnownCode): Power {
  if (
    contracts.length === 0 ||
    contracts.some((contract) => isReleaseOf(contract, code))
  ) {
    return power;
  }
  return {
    reason:
      code.kind === "unread"
        ? because("power-unread", code.reason)
        : { code: "power-of-no-release" },
  };
}

/** A fact is broken where the contract runs the call, and does not answer as expected. */
export function judgeStructural(
  fact: StructuralFact,
  returned: Returned,
): FactVerification {
  if (returned.kind === "unread") {
    return unknownFact(fact, because("unread", returned.reason));
  }
  const reading: KnownReading =
    returned.kind === "read"
      ? { kind: "read", value: anyValue(returned.value) }
      : returned;
  const { expected } = fact;
  const difference = compare({ kind: "read", value: expected }, reading);
  const judged = { ...headOf(fact), value: encode(reading) };
  if (sameness(difference) === "same") {
    return { ...judged, verdict: "holds" };
  }
  return {
    ...judged,
    verdict: "broken",
    reason: whyBroken(expected, returned),
  };
}

function whyBroken(
  { value: expected }: Scalar,
  returned: Exclude<Returned, { readonly kind: "unread" }>,
): Reason {
  const facts: Reason["facts"] =
    returned.kind === "read"
      ? { actual: String(returned.value), how: "returns" }
      : { how: howItFails(returned) };
  return {
    code: "unexpected",
    facts: { expected: String(expected), ...facts },
  };
}

/** How a contract does not offer a value. */
export function howItFails({
  isInvalid = false,
}: {
  readonly isInvalid?: boolean;
}): "invalid" | "fails" {
  return isInvalid ? "invalid" : "fails";
}
