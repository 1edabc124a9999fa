import type { Address } from "../../base/address.ts";
import { isSameText } from "../../base/text.ts";
import {
  isReleaseOf,
  type KnownCode,
  UNREAD,
} from "../identity/judge-identity.ts";
import { codeKey, NO_VALUE } from "../reading/readings.ts";
import {
  describeUnreadFact,
  type FactVerification,
  type Power,
} from "../report.ts";
import { encode } from "../values/codec.ts";
import type { Reading } from "../values/value.ts";
import { render } from "../words/render.ts";
import { factValue, type ReadValue } from "./decode-answers.ts";
import {
  headOf,
  headOfPolicy,
  type StructuralFact,
  type WiringFact,
} from "./facts.ts";
import type { JudgeContext, Place } from "./judge-context.ts";
import { judgeHolder, partyValue } from "./judge-holder.ts";
import type { PolicyFact } from "./policy-facts.ts";
import { readPolicy, textOf } from "./policy-values.ts";
import { unknownFact } from "./unread-facts.ts";

/** A fact as it is reported, and what its value leaves open. */
export interface JudgedFact {
  readonly source: WiringFact;
  readonly fact: FactVerification;
  /** What was read of a privileged value. */
  readonly reading?: Reading | undefined;
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
  const { reading, missing } = readPolicy(source, place, context);
  const power = powerOver(source, context.codes.get(source.of) ?? UNREAD);
  const head = { ...headOfPolicy(source), power };
  if (reading.kind === "unread") {
    const isOwn = source.id.startsWith("own.");
    const isEndless = isOwn && /out ?of ?gas/i.test(reading.reason);
    const advice = isEndless ? ': take it out of "watch" of the contract' : "";
    const reason = describeUnreadFact(`${reading.reason}${advice}`);
    const fact = { ...head, verdict: "unknown", reason } as const;
    return { source, reading, fact, isOffered: true };
  }
  const actual = render(reading, {
    unit: head.unit,
    partyAt:
      source.isLast || source.severity !== "control"
        ? undefined
        : partiesOf(context),
  });
  return {
    source,
    reading,
    fact: { ...head, actual, value: encode(reading), verdict: "listed" },
    isOffered: reading.kind !== "not offered",
    missing,
  };
}

/** What is behind each address that is followed. */
function partiesOf({ answers, followed }: JudgeContext) {
  return (address: Address): Reading | undefined => {
    const { what } = followed.has(codeKey(address))
      ? judgeHolder(address, answers)
      : { what: NO_VALUE };
    return what.ok
      ? { kind: "read", value: partyValue(what.value) }
      : undefined;
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
