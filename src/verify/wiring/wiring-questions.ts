import type { Address } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { lineOf } from "../../base/text.ts";
import { type Expectations, expectationOf } from "../../config/expectations.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { isOptional, type WiringFact, wiringFacts } from "../expect/facts.ts";
import type { PolicyFact } from "../expect/policy-facts.ts";
import { distinctAddresses, isToken } from "../expect/targets.ts";
import { encodeCall } from "../follow/codec.ts";
import { callsOf, isPower } from "../follow/decode-answers.ts";
import {
  type Followed,
  factsAt,
  follow,
  type LockedPolicy,
  namedBy,
  namedInReading,
} from "../follow/followed.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import { notAContract } from "../found.ts";
import type { KnownCode, KnownCodes } from "../identity/judge-identity.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { ReadPresence } from "../presence/verify-presence.ts";
import type { Answers } from "../questions/question.ts";
import { codeKey } from "../questions/readings.ts";
import { decode } from "../values/codec.ts";
import { because } from "../values/reason.ts";
import { NOT_OFFERED } from "../values/value.ts";
import {
  delegationsOf,
  hasLockedCode,
  lacksFunctions,
  proxyPowers,
} from "./by-lock.ts";
import { type JudgedFact, judgeFact, notLookedAt } from "./judge-facts.ts";
import { type OfferContext, offeredByCode } from "./offered/offered-by.ts";
import type { Place } from "./policy-values.ts";
import { factsOfUnreadAbis, unknownFact } from "./unread-facts.ts";

/** The values that are known before anything is asked. */
export interface ToCompare extends OfferContext {
  /** The lock file's values: what they name is asked in the first round. */
  readonly policy?: LockedPolicy | undefined;
  /** Values that people expect are asked and listed, whether or not they are offered. */
  readonly expect?: Expectations | undefined;
}

/**
 * How contracts are wired, and who controls them: the questions, and their judgement. What
 * the lock file names is asked in the first round, so that nothing is left to ask if
 * nothing has changed.
 *
 * @param present the contracts that are there; others are not asked
 * @param named the lock, as long as some of what is looked up is still asked
 */
export function wiringOf(
  presence: ReadPresence,
  present: readonly Address[],
  { policy = {}, expect, ...context }: ToCompare,
  answers: Answers,
  named?: LockedNetwork,
) {
  const { targets } = presence;
  const { locked } = context;
  const catalogue = locked?.catalogue ?? 0;
  const delegating = delegationsOf(presence);
  const proxies = proxyPowers(presence, present, named);
  const offeredBy = offeredByCode(answers, context);
  const there = new Set(present);
  const lockedPlaces = new Map<Address, boolean>();
  const isLockedAt = (of: Address) => {
    const known =
      lockedPlaces.get(of) ??
      (locked !== undefined &&
        hasLockedCode(of, { locked, targets, delegating }, answers));
    lockedPlaces.set(of, known);
    return known;
  };
  /** The same code has the same views, so that others than the locked ones need no look. */
  const isKept = (fact: WiringFact) =>
    isLockedAt(fact.of) && lacksFunctions(fact, answers, named !== undefined);
  const isAsked = (fact: WiringFact) =>
    !isOptional(fact) ||
    expectationOf(expect, fact.id) !== undefined ||
    ownValue(policy, fact.id) !== undefined ||
    // A word that was empty may be written without other code.
    "slot" in fact.source ||
    (fact.class === "policy" && (fact.since ?? 1) > catalogue) ||
    !isKept(fact);
  /** Code that did not offer a view when it was locked does not offer it now. */
  const isMissing = (fact: WiringFact) =>
    fact.class === "policy" &&
    !["slot", "derived", "offered"].some((name) => name in fact.source) &&
    ownValue(policy, fact.id) === null &&
    isKept(fact);
  // What all views touch is looked at, whether they are asked or not.
  const allFacts = wiringFacts(targets, offeredBy);
  const facts = allFacts.filter((fact) => !there.has(fact.of) || isAsked(fact));
  const asked = facts.filter(({ of }) => there.has(of));
  const known = new Set(distinctAddresses(targets).map(codeKey));
  const tokens = distinctAddresses(targets.filter(isToken));
  const lockedOf = ({ id }: WiringFact) => decode(ownValue(policy, id));
  // Of the project's contracts, only what it watches has facts: they are followed, too.
  const audited = new Set(
    distinctAddresses(
      targets.filter(({ kind }) => kind === "registry" || kind === "token"),
    ).map(codeKey),
  );
  const watched = new Set(
    asked.filter(({ of }) => !audited.has(codeKey(of))).map(sourceKey),
  );
  /** Listed even if it is not offered. */
  const isWanted = (fact: WiringFact) =>
    !isOptional(fact) ||
    lockedOf(fact) !== undefined ||
    expectationOf(expect, fact.id) !== undefined;
  const factsByFollowed = new Map<Followed, readonly PolicyFact[]>();
  const factsOf = (one: Followed): readonly PolicyFact[] => {
    const key = codeKey(one.address);
    if (audited.has(key)) {
      return [];
    }
    let found = factsByFollowed.get(one);
    if (found === undefined) {
      found = factsAt(one, tokens, offeredBy).filter(isAsked);
      if (known.has(key)) {
        found = found.filter((fact) => !watched.has(sourceKey(fact)));
      }
      factsByFollowed.set(one, found);
    }
    return found;
  };

  const isInUse = ({ id, ...fact }: WiringFact) =>
    ("isInUse" in fact && fact.isInUse === true) ||
    locked?.inUse?.includes(id) === true;
  /** Everybody who has a power over the network, or over somebody who has. */
  const followedIn = (isByLock: boolean) => {
    const named = (fact: WiringFact) => {
      // A precompiled contract has no code, and answers calls, too.
      const text = answers.known({ kind: "text", address: fact.of });
      return [
        ...(text?.kind === "none" || isMissing(fact)
          ? []
          : namedBy(fact, answers, lockedOf(fact))),
        ...(isByLock ? namedInReading(fact, lockedOf(fact)) : []),
      ];
    };
    const roots = asked
      .filter((fact) => fact.class === "policy")
      .map((fact) => ({
        label: fact.label,
        by: fact.id,
        isInUse: isInUse(fact),
        addresses: named(fact).filter(
          (one) => isPower(fact) || !audited.has(codeKey(one)),
        ),
      }));
    return follow([...roots, ...proxies], factsOf, named, isInUse);
  };

  const ownPlaces = new Map(
    [...Map.groupBy(asked, ({ of }) => of)].map(([of]): [Address, Place] => [
      of,
      {
        isContract: true,
        delegation: delegating.get(codeKey(of)),
        calls: callsTo(allFacts.filter((fact) => fact.of === of)),
      },
    ]),
  );

  /** Judges all facts by the answers, those about followed addresses last. */
  const judgeAll = (
    followed: readonly Followed[],
    codes: KnownCodes,
  ): readonly JudgedFact[] => {
    const keys = new Set(followed.map(({ address }) => codeKey(address)));
    const judgeAt = (place: Place | undefined, fact: WiringFact) => {
      if (place === undefined) {
        const reason = because("unread", notAContract(fact.of));
        return { source: fact, fact: unknownFact(fact, reason) };
      }
      return judgeFact(fact, withoutDelegation(place, codes.get(fact.of)), {
        answers,
        codes,
        followed: keys,
        locked: lockedOf(fact),
        isMissing: isMissing(fact),
        isWanted: isWanted(fact),
      });
    };
    return [
      ...facts.map((fact) => judgeAt(ownPlaces.get(fact.of), fact)),
      ...followed.flatMap((one) => {
        const some = factsOf(one);
        const place = placeAt(
          one.address,
          callsTo(factsAt(one, tokens)),
          isLockedAt(one.address),
          answers,
        );
        return some.map((fact) => judgeAt(place, fact));
      }),
    ];
  };

  return {
    lookUp: () => {
      // Beside the node's view they take no request of their own.
      if (answers.isEarly && catalogue === 0) {
        lookUpSafes(answers);
      }
      judgeAll(followedIn(true).followed, new Map());
    },
    judge: (codes: KnownCodes) => {
      const { followed, isCut } = followedIn(false);
      const judged = judgeAll(followed, codes).filter(
        ({ source, reading = NOT_OFFERED }) =>
          reading.kind !== "not offered" || isWanted(source),
      );
      const powers = asked.filter(
        (fact) => isPower(fact) && !("derived" in fact.source),
      );
      const found = judged.map(({ fact }) => fact);
      return {
        facts: [...found, ...factsOfUnreadAbis(targets, policy, found, expect)],
        notLookedAt: notLookedAt(judged, { followed, isCut }, audited, answers),
        judged,
        powers,
        followed,
        known,
      };
    },
  };
}

/** What a fact is read from. */
function sourceKey({ of, source }: WiringFact): string {
  return `${codeKey(of)} ${lineOf(source)}`;
}

/** Looks up the code that proxies of Safe run on most chains. */
function lookUpSafes(answers: Answers): void {
  for (const address of SAFE.implementations) {
    answers.get({ kind: "code", address });
  }
}

/** The calls that need no other answer. */
function callsTo(facts: readonly WiringFact[]): readonly ProbeCall[] {
  return facts
    .filter((fact) => fact.class !== "policy" || fact.ofKind === undefined)
    .flatMap((fact) => callsOf(fact, 0).map(({ call }) => call));
}

/**
 * A followed address. What identifies a Safe is asked up front, unless the lock tells
 * what is there.
 */
function placeAt(
  address: Address,
  calls: readonly ProbeCall[],
  isLocked: boolean,
  answers: Answers,
): Place {
  if (!isLocked) {
    for (const view of SAFE.named) {
      const call = { to: address, data: encodeCall(view) };
      answers.get({ kind: "call", call, isOptional: true });
    }
    lookUpSafes(answers);
  }
  const { what, code, delegation } = judgeHolder(address, answers);
  // An account that delegates answers calls by the code of its delegate.
  const isContract = code !== undefined || delegation !== undefined;
  const unread = what.ok ? undefined : what.reason;
  return { isContract, delegation, calls, unread };
}

/** Code that was read and runs no other code has none to look for. */
function withoutDelegation(place: Place, code: KnownCode | undefined): Place {
  const isAlone =
    code?.kind === "release"
      ? code.proxy === undefined
      : code?.kind === "none-released" &&
        code.isAlone === true &&
        place.delegation?.isCalling !== true;
  return isAlone ? { ...place, delegation: undefined } : place;
}
