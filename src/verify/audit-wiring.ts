import type { Address } from "../base/address.ts";
import { given } from "../base/records.ts";
import { durationOf, someOf } from "../base/text.ts";
import { describeReleases } from "../contracts/releases.ts";
import type { Findings } from "./agree.ts";
import type { WiringFact } from "./expect/facts.ts";
import type { PolicyFact } from "./expect/policy-facts.ts";
import { factValue, holdersOf } from "./follow/decode-answers.ts";
import { type Followed, factsAt, namedBy } from "./follow/followed.ts";
import { judgeHolder } from "./follow/judge-holder.ts";
import type { ContractVerification } from "./found.ts";
import type { JudgedBy } from "./identity/judge-identity.ts";
import type { ReadPresence } from "./presence/verify-presence.ts";
import type { Answers } from "./questions/question.ts";
import { codeKey } from "./questions/readings.ts";
import { nameInId } from "./values/path.ts";
import { addressesOf, valueIn } from "./values/value.ts";
import { lookUpImplementations } from "./wiring/by-lock.ts";
import type { JudgedFact } from "./wiring/judge-facts.ts";
import { type ToCompare, wiringOf } from "./wiring/wiring-questions.ts";

/** Looks up how contracts are wired, and who controls them. */
export function lookUpWiring(
  presence: ReadPresence,
  context: ToCompare,
  answers: Answers,
): void {
  const present = presence.targets
    .map(({ address = "0x" }) => address)
    .filter(
      (one) =>
        answers.isEarly || presence.codes.get(codeKey(one))?.kind === "code",
    );
  const { locked } = context;
  if (locked !== undefined) {
    lookUpImplementations(locked, answers);
  }
  wiringOf(presence, present, context, answers, locked).lookUp();
}

/** Judges all facts by the answers, with notes. */
export function judgeWiring(
  presence: ReadPresence,
  contracts: readonly ContractVerification[],
  context: ToCompare,
  { answers, codes }: JudgedBy,
): Pick<Findings, "facts" | "notes" | "notLookedAt"> {
  const present = contracts.flatMap(({ verdict, address }) =>
    given(verdict === "present" && address),
  );
  const { judged, powers, followed, known, ...found } = wiringOf(
    presence,
    present,
    context,
    answers,
  ).judge(codes);
  const notes = [
    ...describeUnlisted(judged, known, answers),
    ...describePaths(powers, followed, answers),
  ];
  return { ...found, notes };
}

/** The powers that decide what a contract does, in place of one that only watches. */
const DECIDING: ReadonlySet<string> = new Set([
  "owner",
  "admin",
  "authority",
  "masterMinter",
  "roles",
]);
/** More holders of one power are counted. */
const MAX_HOLDERS = 3;

/**
 * The holder of each power, where that is not an account: one line for all
 * powers of one holder, such as `Router owner → timelock (2 days) → Safe 2 of
 * 3.`
 */
function describePaths(
  powers: readonly WiringFact[],
  followed: readonly Followed[],
  answers: Answers,
): readonly string[] {
  const placeOf = new Map(followed.map((one) => [codeKey(one.address), one]));
  const pathOf = (address: Address, before: readonly string[]): string => {
    const key = codeKey(address);
    const one = placeOf.get(key);
    const facts = one === undefined ? [] : factsAt(one, []);
    const words = wordsOf(address, facts, answers);
    const next = words.isGroup
      ? []
      : facts
          .filter(({ id }) => DECIDING.has(nameInId(id)))
          .flatMap((fact) => namedBy(fact, answers, undefined))
          .filter((other) => ![...before, key].includes(codeKey(other)))
          .filter((other) => placeOf.has(codeKey(other)));
    const paths = new Set(next.map((other) => pathOf(other, [...before, key])));
    const shown = [...paths].slice(0, MAX_HOLDERS);
    const more = paths.size - shown.length;
    if (shown.length === 0) {
      return words.text;
    }
    return `${words.text} → ${shown.join(" and ")}${more > 0 ? ` and ${more} more` : ""}`;
  };
  const paths: (readonly [label: string, path: string])[] = [];
  for (const fact of powers.filter((one) => one.class === "policy")) {
    for (const holder of holdersOf(fact, answers)) {
      if (judgeHolder(holder, answers).code) {
        paths.push([fact.label, pathOf(holder, [])]);
      }
    }
  }
  return [...Map.groupBy(paths, ([, path]) => path)].map(
    ([path, some]) => `${some.map(([label]) => label).join(", ")} → ${path}.`,
  );
}

/** A few words for the holder behind an address. */
function wordsOf(
  address: Address,
  facts: readonly PolicyFact[],
  answers: Answers,
): { readonly text: string; readonly isGroup: boolean } {
  const { what, code, safe } = judgeHolder(address, answers);
  if (code === undefined) {
    const isDelegating = what.ok && what.value.kind === "delegating account";
    const to = isDelegating ? ` that delegates to ${what.value.to}` : "";
    return { text: `account ${address}${to}`, isGroup: false };
  }
  const returned = (name: string) => {
    const fact = facts.find(({ id }) => nameInId(id) === name);
    return fact && valueIn(factValue(fact, answers));
  };
  const [owners, threshold] = [returned("owners"), returned("threshold")];
  if (Array.isArray(owners) && threshold !== undefined) {
    const kind = safe === undefined ? "multisig" : "Safe";
    const text = `${kind} ${threshold} of ${owners.length}`;
    return { text, isGroup: true };
  }
  const delay = returned("minDelay") ?? returned("delay");
  const text =
    typeof delay === "bigint"
      ? `timelock (${durationOf(delay)})`
      : `contract ${address}`;
  return { text, isGroup: false };
}

/** More of a list are counted. */
const MAX_LISTED = 16;

/**
 * Notes on the contracts that lists on chain have and the registry does not: neither is
 * wrong because of the other. Each is named by its release, if its code has one.
 *
 * @param known the keys of the registry's addresses
 */
function describeUnlisted(
  judged: readonly JudgedFact[],
  known: ReadonlySet<string>,
  answers: Answers,
): readonly string[] {
  const notes: string[] = [];
  for (const { source, fact, reading } of judged) {
    const isList = source.class === "policy" && source.type !== undefined;
    const value = isList ? valueIn(reading) : undefined;
    const unlisted = addressesOf(value).filter(
      (address) => !known.has(codeKey(address)),
    );
    const named = unlisted.map(
      (address) => `${address} (${nameOf(address, answers)})`,
    );
    if (named.length > 0) {
      notes.push(
        `${fact.id} has contracts that are not in the registry: ${someOf(named, MAX_LISTED)}.`,
      );
    }
  }
  return notes;
}

function nameOf(address: Address, answers: Answers): string {
  const { release } = judgeHolder(address, answers);
  if (release === undefined) {
    return "not recognised";
  }
  return `${release.contract} ${describeReleases(release.versions)}`;
}
