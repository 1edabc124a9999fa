import { isSameText } from "../../base/text.ts";
import {
  isReleaseOf,
  type KnownCode,
  UNREAD,
} from "../identity/judge-identity.ts";
import {
  describeUnreadFact,
  type FactVerification,
  type Power,
} from "../report.ts";
import { factValue, type ReadValue } from "./decode-answers.ts";
import { headOf, type StructuralFact, type WiringFact } from "./facts.ts";
import type { JudgeContext, Place } from "./judge-context.ts";
import type { PolicyFact } from "./policy-facts.ts";
import { readPolicy, textOf } from "./policy-values.ts";
import { unknownFact } from "./unread-facts.ts";
import { NOT_OFFERED } from "./values.ts";

/** A fact as it is reported, and what its value leaves open. */
export interface JudgedFact {
  readonly source: WiringFact;
  readonly fact: FactVerification;
  /** Whether the contract has the value, or may have it. */
  readonly isOffered: boolean;
  /** Why the value may not be all. */
  readonly missing?: string | undefined;
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
  const read = readPolicy(source, place, context);
  const power = powerOver(source, context.codes.get(source.of) ?? UNREAD);
  if (read.kind === "unknown") {
    const { reason, partly: actual } = read;
    const isOwn = source.id.startsWith("own.");
    const isEndless = isOwn && /out ?of ?gas/i.test(reason);
    const advice = isEndless ? ': take it out of "watch" of the contract' : "";
    return {
      source,
      fact: {
        ...unknownFact(source, describeUnreadFact(`${reason}${advice}`)),
        power,
        ...(actual === undefined ? {} : { actual }),
      },
      isOffered: true,
    };
  }
  const { text: actual, ...value } =
    read.kind === "read" ? read.value : NOT_OFFERED;
  return {
    source,
    fact: { ...headOf(source), power, actual, ...value, verdict: "listed" },
    isOffered: read.kind === "read",
    missing: read.kind === "read" ? read.missing : undefined,
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
        ? `the code of the contract was not identified: ${code.reason}`
        : "the code of the contract is of no known release",
  };
}

/** A fact is broken where the contract runs the call, and does not answer as expected. */
export function judgeStructural(
  fact: StructuralFact,
  read: ReadValue,
): FactVerification {
  const { expected } = fact;
  if (read.kind === "unknown") {
    return unknownFact(fact, describeUnreadFact(read.reason));
  }
  const actual = textOf(read);
  return isSameText(actual, expected)
    ? { ...headOf(fact), actual, verdict: "holds" }
    : {
        ...headOf(fact),
        actual,
        verdict: "broken",
        reason: `expected ${expected}, ${read.kind === "failed" ? "but" : "got"} ${actual}`,
      };
}
