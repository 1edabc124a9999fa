import type { Decoded } from "../base/records.ts";
import { whyUnconfirmed } from "../connect/confirm.ts";
import {
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type IdentityVerification,
  type NetworkVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
} from "./report.ts";

/** What one pass over a network found. */
export type Findings = Required<
  Pick<NetworkVerification, "contracts" | "facts" | "notes">
>;

/** What takes all passes to agree. */
export interface AgreementRules {
  /** Whether code that no release has fails. */
  readonly strict: boolean;
  /** Whether all that was read takes it, not only what fails. */
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
  { contracts, facts, notes }: Findings,
  later: readonly Decoded<Findings>[],
  rules: AgreementRules,
): Findings {
  const of = <T>(pick: (findings: Findings) => T | undefined) =>
    later.map((pass): Decoded<T> => {
      const found = pass.ok ? pick(pass.value) : undefined;
      return found === undefined
        ? { ok: false, reason: pass.ok ? "it was not read" : pass.reason }
        : { ok: true, value: found };
    });
  return {
    contracts: contracts.map((contract, index) =>
      agreedContract(
        contract,
        of((findings) => findings.contracts[index]),
        rules,
      ),
    ),
    facts: facts.map((fact) =>
      agreedFact(
        fact,
        of((findings) => findings.facts.find(({ id }) => id === fact.id)),
        rules,
      ),
    ),
    notes,
  };
}

function agreedContract(
  contract: ContractVerification,
  later: readonly Decoded<ContractVerification>[],
  rules: AgreementRules,
): ContractVerification {
  const { identity, ...presence } = contract;
  const { kind, key, index, role, address, source, verdict, proxy } = contract;
  const isFailed = [verdict, proxy?.verdict].some(
    (one) =>
      one !== undefined &&
      one !== "skipped" &&
      PRESENCE_OUTCOMES[one] === "failed",
  );
  const reason = doubtOf(contract, later, {
    says: (one) => saysPresence(one, contract),
    isForAll: isFailed || rules.isForAll,
  });
  if (reason !== undefined) {
    return {
      kind,
      key,
      ...(index === undefined ? {} : { index }),
      ...(role === undefined ? {} : { role }),
      ...(address === undefined ? {} : { address }),
      ...(source === undefined ? {} : { source }),
      verdict: "unknown",
      reason,
      ...(identity === undefined
        ? {}
        : { identity: { verdict: "unknown", reason } }),
    };
  }
  return identity === undefined
    ? contract
    : {
        ...presence,
        identity: agreedIdentity(
          identity,
          later.map((one) => followed(one, "identity")),
          rules,
        ),
      };
}

function agreedIdentity(
  identity: IdentityVerification,
  later: readonly Decoded<IdentityVerification>[],
  { strict, isForAll }: AgreementRules,
): IdentityVerification {
  const reason = doubtOf(identity, later, {
    says: saysIdentity,
    isForAll:
      isForAll || outcomeOfIdentity(identity.verdict, strict) === "failed",
  });
  return reason === undefined ? identity : { verdict: "unknown", reason };
}

function agreedFact(
  fact: FactVerification,
  later: readonly Decoded<FactVerification>[],
  { isForAll }: AgreementRules,
): FactVerification {
  const reason = doubtOf(fact, later, {
    says: saysFact,
    isForAll: isForAll || FACT_OUTCOMES[fact.verdict] === "failed",
  });
  const { actual: _, items: _items, raw: _raw, ...rest } = fact;
  return reason === undefined ? fact : { ...rest, verdict: "unknown", reason };
}

/** Why a finding is unknown after later ones; `undefined` if it stands. */
function doubtOf<T extends { readonly reason?: string }>(
  first: T,
  later: readonly Decoded<T>[],
  {
    says,
    isForAll,
  }: {
    /** What a finding says; `undefined` if it says nothing. */
    readonly says: (finding: T) => string | undefined;
    readonly isForAll: boolean;
  },
): string | undefined {
  const told = says(first);
  if (told === undefined) {
    return undefined;
  }
  const why = whyUnconfirmed(
    told,
    later.map((finding): Decoded<string> => {
      const value = finding.ok ? says(finding.value) : undefined;
      return value === undefined
        ? {
            ok: false,
            reason: finding.ok
              ? (finding.value.reason ?? "it is unknown")
              : finding.reason,
          }
        : { ok: true, value };
    }),
  );
  if (why?.kind === "disputed") {
    return DISPUTED;
  }
  return why === undefined || !isForAll
    ? undefined
    : `${first.reason ?? "it was read"}, but later reads could not confirm it: ${why.by}`;
}

function followed<T, K extends keyof T>(
  one: Decoded<T>,
  name: K,
): Decoded<NonNullable<T[K]>> {
  const value = one.ok ? one.value[name] : undefined;
  return value === undefined || value === null
    ? { ok: false, reason: one.ok ? "it was not read" : one.reason }
    : { ok: true, value };
}

/** What the first pass does not tell, a hash or what a contract runs, is not compared. */
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

function isProxyUnread({ proxy, proxyUnknown }: ContractVerification): boolean {
  return proxy?.verdict === "unknown" || proxyUnknown !== undefined;
}

function saysIdentity({
  verdict,
  contract,
  releases,
}: IdentityVerification): string | undefined {
  return verdict === "unknown"
    ? undefined
    : JSON.stringify([verdict, contract, releases]);
}

function saysFact({
  verdict,
  actual,
  items,
}: FactVerification): string | undefined {
  return verdict === "unknown"
    ? undefined
    : JSON.stringify([verdict, items ?? actual]);
}
