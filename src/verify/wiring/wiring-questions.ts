import type { Address } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { KnownCode, KnownCodes } from "../identity/judge-identity.ts";
import { codeKey } from "../reading/readings.ts";
import {
  describeNotAsked,
  describeUnreadFact,
  type FactVerification,
} from "../report.ts";
import {
  distinctAddresses,
  typeOfTarget,
  type VerificationTarget,
} from "../targets.ts";
import type { WiringAnswers, WiringQuestions } from "./answers.ts";
import { encodeCall } from "./codec.ts";
import { callsOf } from "./decode-answers.ts";
import { isOptional, type WiringFact, wiringFacts } from "./facts.ts";
import type { Delegation } from "./holders/dependencies.ts";
import { describePaths } from "./holders/describe-paths.ts";
import {
  type Followed,
  factsAt,
  follow,
  type Naming,
} from "./holders/followed.ts";
import { notLookedAt } from "./holders/not-looked-at.ts";
import {
  furtherQuestions,
  isPower,
  itemsToAsk,
  type LockedPolicy,
  namedBy,
  namedInLock,
  type Place,
} from "./holders/places.ts";
import { type JudgedFact, judgeFact } from "./judge-facts.ts";
import { contractCode, delegationOf, singletonOf } from "./judge-holder.ts";
import type { QuestionsOf } from "./read-wiring.ts";
import { factsOfUnreadAbis, unknownFact } from "./unread-facts.ts";
import { describeUnlisted } from "./verify-unlisted.ts";

/** What to ask of a network's contracts, and what the answers mean. */
export interface Wiring {
  readonly questionsOf: QuestionsOf;
  readonly judge: (answers: WiringAnswers, codes: KnownCodes) => JudgedWiring;
}

export interface JudgedWiring {
  readonly facts: readonly FactVerification[];
  /** Who is behind each power, and what the registry does not have. */
  readonly notes: readonly string[];
  /** What was not read, and why. */
  readonly notLookedAt: readonly string[];
}

/** What is known before anything is asked. */
export interface WiringContext {
  /** The lock file's values: what they name is asked in the first round. */
  readonly policy?: LockedPolicy | undefined;
  /** The contracts that may run the code of others, each by its {@link codeKey}. */
  readonly delegating?: ReadonlyMap<string, Delegation> | undefined;
  /** Who may change what the contracts run. */
  readonly proxies?: readonly Naming[] | undefined;
}

/**
 * How contracts are wired, and who controls them. What the lock file names is asked in
 * the first round, so that nothing is left to ask if nothing has changed.
 *
 * @param present the contracts that are there; others are not asked
 */
export function wiringOf(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
  { policy = {}, delegating = new Map(), proxies = [] }: WiringContext = {},
): Wiring {
  const facts = wiringFacts(targets);
  const asked = facts.filter(({ of }) => present.has(of));
  const known = new Set(distinctAddresses(targets).map(codeKey));
  const tokens = distinctAddresses(
    targets.filter((one) => typeOfTarget(one)?.behaviour === "erc20"),
  );
  const lockedOf = ({ id }: WiringFact) => ownValue(policy, id);
  // The network's own contracts have facts of their own.
  const factsOf = (one: Followed) =>
    known.has(codeKey(one.address)) ? [] : factsAt(one, tokens);
  const callsTo = (some: readonly WiringFact[], answers: WiringAnswers) =>
    some.flatMap((fact) =>
      callsOf(fact, itemsToAsk(fact, answers, lockedOf(fact))).map(
        ({ call }) => call,
      ),
    );

  /** Everybody who has a power over the network, or over somebody who has. */
  const followedIn = (answers: WiringAnswers, isByLock: boolean) => {
    const named = (fact: WiringFact) => [
      ...namedBy(fact, answers, lockedOf(fact)),
      ...(isByLock ? namedInLock(fact, lockedOf(fact)) : []),
    ];
    const roots = asked.flatMap((fact) =>
      fact.class === "structural"
        ? []
        : {
            label: fact.label,
            by: fact.id,
            addresses: named(fact).filter(
              (one) => isPower(fact) || !known.has(codeKey(one)),
            ),
          },
    );
    return follow([...roots, ...proxies], factsOf, named);
  };

  const ownPlaces = [...Map.groupBy(asked, ({ of }) => of)].map(
    ([of, some]): Place => ({
      of,
      facts: some,
      isContract: true,
      delegation: delegating.get(codeKey(of)),
    }),
  );
  const placeOf = (one: Followed, answers: WiringAnswers): Place => {
    const { address: of } = one;
    return {
      of,
      facts: factsOf(one),
      isContract: contractCode(of, answers) !== undefined,
      delegation: delegationOf(of, answers),
    };
  };

  return {
    questionsOf: (answers) => {
      const followed = followedIn(answers, true);
      const places = followed.map((one) => placeOf(one, answers));
      return [
        ...asked.flatMap((fact) =>
          callsTo([fact], answers).map(
            (call) =>
              ({ kind: isOptional(fact) ? "optional" : "call", call }) as const,
          ),
        ),
        ...places.flatMap(({ of, facts: some }) =>
          holderQuestions(of, callsTo(some, answers), answers),
        ),
        ...[...ownPlaces, ...places].flatMap((place) =>
          furtherQuestions(place, answers, policy),
        ),
      ];
    },
    judge: (answers, codes) => {
      const followed = followedIn(answers, false);
      const judgeAt = (place: Place, fact: WiringFact) =>
        judgeFact(
          fact,
          isAlone(place, codes.get(place.of))
            ? { ...place, delegation: undefined }
            : place,
          { answers, codes, locked: lockedOf(fact) },
        );
      const judged: readonly JudgedFact[] = [
        ...facts.map((fact): JudgedFact => {
          const place = ownPlaces.find(({ of }) => of === fact.of);
          return place === undefined
            ? {
                source: fact,
                fact: unknownFact(
                  fact,
                  describeUnreadFact(describeNotAsked(fact.of)),
                ),
                isOffered: false,
              }
            : judgeAt(place, fact);
        }),
        ...followed.flatMap((one) => {
          const place = placeOf(one, answers);
          return place.facts.map((fact) => judgeAt(place, fact));
        }),
      ].filter(
        ({ source, isOffered }) =>
          isOffered || !isOptional(source) || lockedOf(source) !== undefined,
      );
      const powers = asked.filter(
        (fact) => isPower(fact) && !("derived" in fact.source),
      );
      const found = judged.map(({ fact }) => fact);
      return {
        facts: [...found, ...factsOfUnreadAbis(targets, policy, found)],
        notes: [
          ...describeUnlisted(judged, known, answers),
          ...describePaths(powers, followed, answers),
        ],
        notLookedAt: notLookedAt(judged, followed, answers),
      };
    },
  };
}

/** The code at an address, read in two ways, and what it answers if it is a contract. */
function holderQuestions(
  address: Address,
  calls: readonly ProbeCall[],
  answers: WiringAnswers,
): WiringQuestions {
  const named = SAFE.named.map((view) => ({
    to: address,
    data: encodeCall(view),
  }));
  const singleton = singletonOf(address, answers);
  return [
    { kind: "holder", address, calls: [...calls, ...named] },
    ...[
      address,
      ...SAFE.implementations,
      ...(singleton ? [singleton] : []),
    ].map((one) => ({ kind: "code", address: one }) as const),
  ];
}

/** Whether code, when it was read, runs no other code. */
function isAlone({ delegation }: Place, code: KnownCode | undefined): boolean {
  return code?.kind === "release"
    ? code.proxy === undefined
    : code?.kind === "none-released" &&
        code.isAlone === true &&
        delegation?.isCalling !== true;
}
