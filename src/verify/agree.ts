import { type Decoded, given } from "../base/records.ts";
import {
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type Gap,
  type IdentityVerification,
  type NetworkFindings,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type Unknown,
} from "./found.ts";
import { readingOf } from "./values/codec.ts";
import { confirms } from "./values/compare.ts";
import { isSameProxy } from "./values/proxy.ts";
import { type Reason, reasonKey, told } from "./values/reason.ts";

/** The findings of one pass over a network. */
export interface Findings
  extends Pick<NetworkFindings, "contracts" | "notes" | "notLookedAt"> {
  readonly facts: readonly FactVerification[];
}

/** Which findings every pass has to confirm. */
export interface AgreementRules {
  /** True if code that no release has fails. */
  readonly strict: boolean;
  /** All findings, not only those that fail. */
  readonly isForAll: boolean;
  /** Tells whether a value is not what people expect. */
  readonly isUnexpected?: ((fact: FactVerification) => boolean) | undefined;
}

/**
 * The findings of a first pass, as far as later ones agree. What fails stands if each
 * later pass says the same, and everything else if none says something else; otherwise
 * it is unknown.
 */
export function agreedFindings(
  { contracts, facts, notes, notLookedAt }: Findings,
  later: Passes,
  rules: AgreementRules,
): Findings {
  return {
    contracts: contracts.map((contract, place) =>
      agreedContract(contract, place, later, rules),
    ),
    facts: [
      ...facts.map((fact) => agreedFact(fact, later, rules)),
      ...(rules.isForAll ? missedFacts(facts, later) : []),
    ],
    notes,
    notLookedAt: notLookedAt?.map((gap) => agreedGap(gap, later)),
  };
}

function agreedGap(gap: Gap, passes: Passes): Gap {
  const isSame = ({ id, reason }: Gap) =>
    id === gap.id && reason.code === gap.reason.code;
  const isConfirmed = passes.every(
    (pass) => pass.ok && pass.value.notLookedAt?.some(isSame),
  );
  return isConfirmed ? gap : { ...gap, isUnconfirmed: true };
}

type Passes = readonly Decoded<Findings>[];

/** A part of what each later pass found. */
function partOf<T>(
  passes: Passes,
  part: (found: Findings) => T | undefined,
): readonly (T | Unknown)[] {
  return passes.map((pass): T | Unknown => {
    if (!pass.ok) {
      return { verdict: "unknown", reason: told(pass.reason) };
    }
    const found = part(pass.value);
    return found ?? { verdict: "unknown", reason: { code: "not-read" } };
  });
}

function agreedContract(
  contract: ContractVerification,
  place: number,
  passes: Passes,
  rules: AgreementRules,
): ContractVerification {
  const { verdict, proxy, identity } = contract;
  const isFailed = given(verdict, proxy?.verdict).some(
    (one) => PRESENCE_OUTCOMES[one] === "failed",
  );
  const later = partOf(passes, (found) => found.contracts[place]);
  const needsAll = isFailed || rules.isForAll;
  const reason = disagreement(contract, later, needsAll, confirmsPresence);
  if (reason !== undefined) {
    const { kind, key, index, role, address, source } = contract;
    const named = { kind, key, index, role, address, source };
    return { ...named, verdict: "unknown", reason };
  }
  if (identity === undefined) {
    return contract;
  }
  const identities = partOf(
    passes,
    (found) => found.contracts[place]?.identity,
  );
  return { ...contract, identity: agreedIdentity(identity, identities, rules) };
}

function agreedIdentity(
  identity: IdentityVerification,
  later: readonly (IdentityVerification | Unknown)[],
  { strict, isForAll }: AgreementRules,
): IdentityVerification {
  const isFailed = outcomeOfIdentity(identity.verdict, strict) === "failed";
  const keyOf = ({ verdict, contract, releases, reason }: typeof identity) =>
    JSON.stringify([verdict, contract, releases, reason && reasonKey(reason)]);
  const reason = disagreement(identity, later, isFailed || isForAll, (one) =>
    keyOf(identity) === keyOf(one) ? "confirmed" : "disputed",
  );
  return reason === undefined ? identity : { verdict: "unknown", reason };
}

function agreedFact(
  fact: FactVerification,
  passes: Passes,
  { isForAll, isUnexpected }: AgreementRules,
): FactVerification {
  const later = partOf(passes, (found) =>
    found.facts.find(({ id }) => id === fact.id),
  );
  const { value, ...named } = fact;
  const needsAll =
    isForAll ||
    isUnexpected?.(fact) === true ||
    FACT_OUTCOMES[fact.verdict] === "failed";
  const reason = disagreement(fact, later, needsAll, (one) => {
    if (value === undefined || one.value === undefined) {
      return "unconfirmed";
    }
    return confirms(readingOf(value), readingOf(one.value));
  });
  if (reason !== undefined) {
    return { ...named, verdict: "unknown", reason };
  }
  // By an answer of a backend that is behind, anybody may seem to write the value.
  const fixed = fact.isInUse
    ? later.filter(isRead<FactVerification>).find(({ isInUse }) => !isInUse)
    : undefined;
  return fixed ? { ...fact, label: fixed.label, isInUse: undefined } : fact;
}

/** The facts that only later passes have, which a single read may have hidden. */
function missedFacts(
  first: readonly FactVerification[],
  later: Passes,
): readonly FactVerification[] {
  const known = new Set(first.map(({ id }) => id));
  const missed: FactVerification[] = [];
  for (const pass of later) {
    for (const { value: _value, ...fact } of pass.ok ? pass.value.facts : []) {
      if (!known.has(fact.id)) {
        known.add(fact.id);
        const reason = { code: "disagreement" } as const;
        missed.push({ ...fact, verdict: "unknown", reason });
      }
    }
  }
  return missed;
}

interface Found {
  readonly verdict: string;
  readonly reason?: Reason | undefined;
}

function isRead<T extends Found>(one: T | Unknown): one is T {
  return one.verdict !== "unknown";
}

/**
 * The reason why a finding is unknown after later ones; `undefined` if it
 * stands.
 *
 * @param needsAll whether a later pass that says nothing makes it unknown
 * @param confirm tells whether a later finding says at least what the first one says
 */
function disagreement<T extends Found>(
  first: T,
  later: readonly (T | Unknown)[],
  needsAll: boolean,
  confirm: (later: T, first: T) => ReturnType<typeof confirms>,
): Reason | undefined {
  if (first.verdict === "unknown") {
    return undefined;
  }
  const results = later.map((one) => ({
    reason: one.reason,
    says: isRead(one) ? confirm(one, first) : "unconfirmed",
  }));
  if (results.some(({ says }) => says === "disputed")) {
    return { code: "disagreement" };
  }
  const unread = results.find(({ says }) => says === "unconfirmed");
  if (unread === undefined || !needsAll) {
    return undefined;
  }
  return {
    code: "not-confirmed",
    cause: first.reason ?? { code: "read" },
    by: unread.reason ?? { code: "unknown" },
  };
}

/**
 * Tells whether a later pass found the same in all that the first one read:
 * what that did not read, a hash or what a contract runs, is not compared.
 */
function confirmsPresence(
  later: ContractVerification,
  first: ContractVerification,
): ReturnType<typeof confirms> {
  const isSameCode =
    first.codeHash === undefined || first.codeHash === later.codeHash;
  if (first.verdict !== later.verdict || !isSameCode) {
    return "disputed";
  }
  if (isProxyUnread(first)) {
    return "confirmed";
  }
  if (isProxyUnread(later)) {
    return "unconfirmed";
  }
  const isSame = [
    first.proxy?.verdict === later.proxy?.verdict,
    isSameProxy(first.proxy, later.proxy),
  ];
  if (isSame.includes(false)) {
    return "disputed";
  }
  if (isSame.includes(undefined)) {
    return "unconfirmed";
  }
  return "confirmed";
}

function isProxyUnread({ proxy, proxyUnread }: ContractVerification): boolean {
  return proxy?.verdict === "unknown" || proxyUnread !== undefined;
}
