import { isZeroAddress } from "../../base/address.ts";
import { isSafeBefore1_3 } from "../../contracts/types/safe.ts";
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
import {
  factValue,
  holdersOf,
  type Returned,
} from "../follow/decode-answers.ts";
import type { PolicyReading } from "../follow/dependencies.ts";
import {
  type FollowedAddresses,
  MAX_STEPS,
  namedBy,
} from "../follow/followed.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import type { FactVerification, Gap } from "../found.ts";
import {
  isReleaseOf,
  type KnownCode,
  UNREAD,
} from "../identity/judge-identity.ts";
import type { Answers } from "../questions/question.ts";
import { codeKey } from "../questions/readings.ts";
import { anyValue } from "../values/any-value.ts";
import { encode } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { prefixOfId } from "../values/path.ts";
import { because, type Reason, told } from "../values/reason.ts";
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
  /** The reading of a privileged value; not there if its contract is not. */
  readonly reading?: Reading | undefined;
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
    return { source, fact: judgeStructural(source, read) };
  }
  const { reading, missing } = readValue(source, place, context);
  const power = powerOver(source, context.codes.get(source.of) ?? UNREAD);
  const head = { ...headOf(source), power };
  if (reading.kind === "unread") {
    const of = isOfOwn(source) ? "own" : "other";
    const reason = because("unread", reading.reason, { of });
    return { source, reading, fact: { ...head, verdict: "unknown", reason } };
  }
  const value = encode(reading);
  const fact = { ...head, value, verdict: "listed" } as const;
  return { source, reading, fact, missing };
}

/** A contract whose code was not read may offer what it does not seem to. */
function readValue(
  source: PolicyFact,
  place: Place,
  context: JudgeContext,
): PolicyReading {
  if (context.isMissing === true) {
    return { reading: NOT_OFFERED };
  }
  const found = readPolicy(source, place, context);
  const { unread } = context.isWanted === true ? place : {};
  if (found.reading.kind === "not offered" && unread !== undefined) {
    return { reading: { kind: "unread", reason: told(unread) } };
  }
  return found;
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
export function howItFails(read: { readonly isInvalid?: boolean }) {
  return read.isInvalid === true ? "invalid" : "fails";
}

/**
 * The parts of those who control the network that were not read, and why; empty
 * if everything was.
 *
 * @param audited the keys of the contracts that have facts of their own
 */
export function notLookedAt(
  judged: readonly JudgedFact[],
  { followed, isCut }: FollowedAddresses,
  audited: ReadonlySet<string>,
  answers: Answers,
): readonly Gap[] {
  const gaps: Gap[] = [];
  const cut: string[] = [];
  for (const { source, reading, missing } of judged) {
    const { id } = source;
    const label = source.class === "policy" ? source.label : id;
    // What exceeds the limits of the analysis is said in one line.
    if (missing?.facts?.["why"] === "analysis-limit") {
      cut.push(prefixOfId(id));
    } else if (missing !== undefined) {
      gaps.push({ id, label, reason: missing });
    } else if (reading?.kind === "hidden") {
      gaps.push({ id, label, reason: { code: reading.reason } });
    }
  }
  const read = new Set([
    ...audited,
    ...followed.map(({ address }) => codeKey(address)),
  ]);
  const ends = judged.flatMap(({ source }) => {
    if (source.class !== "policy" || source.isLast !== true) {
      return [];
    }
    const further =
      "derived" in source.source || "offered" in source.source
        ? namedBy(source, answers, undefined)
        : holdersOf(source, answers);
    return further.filter(
      (one) => !read.has(codeKey(one)) && !isZeroAddress(one),
    );
  });
  if (cut.length > 0) {
    const facts = { names: cut.join(", ") };
    gaps.push({ reason: { code: "analysis-limit", facts } });
  }
  if (ends.length > 0) {
    const addresses = [...new Set(ends)].join(", ");
    const facts = { addresses, max: `${MAX_STEPS}` };
    gaps.push({ reason: { code: "depth", facts } });
  }
  for (const { address: id, label } of followed) {
    const { safe: release } = judgeHolder(id, answers);
    if (release !== undefined && isSafeBefore1_3(release)) {
      gaps.push({
        id,
        label,
        reason: { code: "old-safe", facts: { release } },
      });
    }
  }
  if (isCut) {
    const facts = { max: `${followed.length}` };
    gaps.push({ reason: { code: "too-many-followed", facts } });
  }
  return gaps;
}
