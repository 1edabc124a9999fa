import type { Decoded } from "../base/records.ts";
import { describeUnread, whyUnconfirmed } from "../connect/confirm.ts";
import {
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type IdentityVerification,
  type NetworkFindings,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type PresenceVerdict,
} from "./report.ts";
import { readingOf } from "./values/codec.ts";
import { confirms } from "./values/compare.ts";

/** What one pass over a network found. */
export interface Findings
  extends Pick<NetworkFindings, "contracts" | "notes" | "notLookedAt"> {
  readonly facts: readonly FactVerification[];
}

/** Which findings every pass has to confirm. */
export interface AgreementRules {
  /** Whether code that no release has fails. */
  readonly strict: boolean;
  /** All findings, not only those that fail. */
  readonly isForAll: boolean;
}

const DISPUTED =
  "reads of the same block disagree: the endpoint's backends may be out of sync";

/**
 * The findings of a first pass, as far as later ones agree. What fails stands if each
 * later pass says the same, and everything else if none says something else; otherwise
 * it is unknown.
 */
export function agreedFindings(
  { contracts, facts, notes, notLookedAt }: Findings,
  later: readonly Decoded<Findings>[],
  rules: AgreementRules,
): Findings {
  return {
    contracts: contracts.map((contract, index) => {
      const same = pick(later, (findings) => findings.contracts[index]);
      return agreedContract(contract, same, rules);
    }),
    facts: facts.map((fact) => {
      const same = pick(later, (findings) =>
        findings.facts.find(({ id }) => id === fact.id),
      );
      return agreedFact(fact, same, rules);
    }),
    notes,
    notLookedAt,
  };
}

/** A part of what was read, where it was. */
function pick<T, P>(
  all: readonly Decoded<T>[],
  part: (value: T) => P | undefined,
): readonly Decoded<P>[] {
  return all.map((one): Decoded<P> => {
    const value = one.ok ? part(one.value) : undefined;
    return value === undefined
      ? { ok: false, reason: one.ok ? "it was not read" : one.reason }
      : { ok: true, value };
  });
}

function agreedContract(
  contract: ContractVerification,
  later: readonly Decoded<ContractVerification>[],
  rules: AgreementRules,
): ContractVerification {
  const { verdict, proxy, identity } = contract;
  const isFailed = [verdict, proxy?.verdict].some(isFailure);
  const reason = whyUnknown(contract, later, {
    says: (one) => saysPresence(one, contract),
    needsAll: isFailed || rules.isForAll,
  });
  if (reason !== undefined) {
    const {
      codeSize: _size,
      codeHash: _hash,
      proxy: _proxy,
      proxyUnknown: _proxyUnknown,
      proxyNotReadable: _proxyNotReadable,
      ...named
    } = contract;
    const unknown = { verdict: "unknown", reason } as const;
    return identity === undefined
      ? { ...named, ...unknown }
      : { ...named, ...unknown, identity: unknown };
  }
  return identity === undefined
    ? contract
    : {
        ...contract,
        identity: agreedIdentity(
          identity,
          pick(later, (one) => one.identity),
          rules,
        ),
      };
}

function isFailure(verdict: PresenceVerdict | undefined): boolean {
  return verdict !== undefined && PRESENCE_OUTCOMES[verdict] === "failed";
}

function agreedIdentity(
  identity: IdentityVerification,
  later: readonly Decoded<IdentityVerification>[],
  { strict, isForAll }: AgreementRules,
): IdentityVerification {
  const isFailed = outcomeOfIdentity(identity.verdict, strict) === "failed";
  const reason = whyUnknown(identity, later, {
    says: ({ verdict, contract, releases, reason: why }) =>
      verdict === "unknown"
        ? undefined
        : JSON.stringify([verdict, contract, releases, why]),
    needsAll: isFailed || isForAll,
  });
  return reason === undefined ? identity : { verdict: "unknown", reason };
}

function agreedFact(
  fact: FactVerification,
  later: readonly Decoded<FactVerification>[],
  { isForAll }: AgreementRules,
): FactVerification {
  if (fact.verdict === "unknown") {
    return fact;
  }
  const reason = whyUnknown(fact, later, {
    says: (one) => saysFact(one, fact),
    needsAll: isForAll || FACT_OUTCOMES[fact.verdict] === "failed",
  });
  const { actual: _actual, value: _value, ...named } = fact;
  return reason === undefined ? fact : { ...named, verdict: "unknown", reason };
}

/** The same of all that say at least what the first one says. */
function saysFact(
  { verdict, actual, value }: FactVerification,
  first: FactVerification,
): string | undefined {
  if (verdict === "unknown") {
    return undefined;
  }
  if (value === undefined || first.value === undefined) {
    return JSON.stringify([verdict, actual]);
  }
  const [before, now] = [readingOf(first.value), readingOf(value)];
  const confirmed = confirms(before, now);
  const said = confirmed === "confirmed" ? first.value : value;
  return confirmed === "unconfirmed"
    ? undefined
    : JSON.stringify([verdict, said]);
}

interface Comparison<T> {
  /** What a finding says; `undefined` if it says nothing. */
  readonly says: (finding: T) => string | undefined;
  /** Whether a later pass that says nothing makes it unknown. */
  readonly needsAll: boolean;
}

/** Why a finding is unknown after later ones; `undefined` if it stands. */
function whyUnknown<T extends { readonly reason?: string | undefined }>(
  first: T,
  later: readonly Decoded<T>[],
  { says, needsAll }: Comparison<T>,
): string | undefined {
  const said = says(first);
  if (said === undefined) {
    return undefined;
  }
  const why = whyUnconfirmed(
    said,
    later.map((one): Decoded<string> => {
      if (!one.ok) {
        return one;
      }
      const value = says(one.value);
      return value === undefined
        ? { ok: false, reason: one.value.reason ?? "it is unknown" }
        : { ok: true, value };
    }),
  );
  if (why?.kind === "disputed") {
    return DISPUTED;
  }
  return why === undefined || !needsAll
    ? undefined
    : describeUnread(first.reason ?? "it was read", why.by);
}

/** What the first pass did not read, a hash or what a contract runs, is not compared. */
function saysPresence(
  contract: ContractVerification,
  first: ContractVerification,
): string | undefined {
  const { verdict, codeHash, proxy } = contract;
  const own = [verdict, first.codeHash === undefined ? null : codeHash];
  if (verdict === "unknown") {
    return undefined;
  }
  if (isProxyUnread(first)) {
    return JSON.stringify(own);
  }
  return isProxyUnread(contract)
    ? undefined
    : JSON.stringify([
        ...own,
        proxy?.kind,
        proxy?.implementation,
        proxy?.implementationCodeHash,
        proxy?.beacon,
        proxy?.admin,
        proxy?.further,
        proxy?.verdict,
      ]);
}

function isProxyUnread({
  proxy,
  proxyUnknown,
  proxyNotReadable,
}: ContractVerification): boolean {
  return (
    proxy?.verdict === "unknown" ||
    (proxyUnknown ?? proxyNotReadable) !== undefined
  );
}
