import { type Finding, findingOf, worstOf } from "../base/problems.ts";
import { given } from "../base/records.ts";
import { oneLine, optionalLine } from "../base/text.ts";
import { withAcceptance } from "./lock/acceptance.ts";
import { contractFindings, lockFindings } from "./lock/describe-lock.ts";
import type { LockVerification } from "./lock/lock-report.ts";
import {
  describeProxy,
  describeUnknownProxy,
} from "./presence/describe-proxy.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  contractId,
  FACT_OUTCOMES,
  type FactVerification,
  hiddenIn,
  type NetworkCause,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type PresenceVerdict,
  type ProxyVerification,
  type VerifyCheck,
} from "./report.ts";
import { withSharedCauses } from "./shared-causes.ts";

/**
 * Everything that was verified of a network, in printable lines. Together the checks
 * have the network's outcome.
 *
 * @param strict whether code of no known release fails; else it is unknown
 */
export function verifyChecks(
  found: CheckedFindings,
  strict: boolean,
): readonly VerifyCheck[] {
  const lenient = checksOf(found, false);
  const checks = strict ? checksOf(found, true, lenient) : lenient;
  const accepted = withAcceptance(checks, found, lenient);
  return withSharedCauses(accepted, found).map(printable);
}

function checksOf(
  found: CheckedFindings,
  strict: boolean,
  lenient: readonly VerifyCheck[] = [],
): readonly VerifyCheck[] {
  const { contracts, facts = [], lock } = found;
  return [
    networkCheck(found),
    ...contracts.map((contract) => contractCheck(contract, strict, found)),
    ...facts.map((fact) => factCheck(fact, strict)),
    ...notLookedAtCheck(found, strict, lenient),
    ...given(lock && lockCheck(lock, found, strict)),
  ];
}

/** A check that ended as the worst of its findings, or with a verdict without any. */
export function checkOf(
  subject: Omit<VerifyCheck, "status" | "verdict" | "severity" | "findings">,
  findings: readonly Finding[],
  fine = "ok",
): VerifyCheck {
  const { status = "ok", verdict = fine, severity } = worstOf(findings) ?? {};
  return { ...subject, status, verdict, severity, findings };
}

const NOTHING: NetworkCause = {
  outcome: "unknown",
  reason: "there is no contract to verify",
};

/** The node and the chain, without which nothing else can be checked. */
function networkCheck(found: CheckedFindings): VerifyCheck {
  const { endpoint, contracts, facts = [] } = found;
  const isEmpty =
    facts.length === 0 &&
    contracts.every(({ verdict }) => verdict === "skipped");
  const cause = found.cause ?? (isEmpty ? NOTHING : undefined);
  return checkOf(
    { group: "network", name: "network", address: endpoint ?? undefined },
    cause === undefined ? [] : [findingOf(cause.outcome, cause.outcome, cause)],
  );
}

function contractCheck(
  contract: ContractVerification,
  strict: boolean,
  { network, lock }: CheckedFindings,
): VerifyCheck {
  const { address, source, verdict, codeSize, identity } = contract;
  const name = contractId(contract);
  const size =
    codeSize === undefined
      ? undefined
      : `${codeSize.toLocaleString("en-US")} bytes`;
  const releases =
    identity?.verdict === "recognised" ? identity.releases : undefined;
  const actual = identity === undefined ? size : releases;
  return checkOf(
    { group: "contracts", name, address, source, actual },
    [
      ...presenceFindings(contract, network),
      ...proxyFindings(contract, strict),
      ...identityFindings(contract, strict),
      ...contractFindings(contract, lock),
    ],
    verdict,
  );
}

function presenceFindings(
  { verdict, reason }: ContractVerification,
  network: CheckedFindings["network"],
): readonly Finding[] {
  const remedies: Partial<Record<PresenceVerdict, string>> = {
    absent:
      "Check the address, and that the contract is deployed on this network.",
    delegated: "Check the address: a contract must be there.",
    unset: `Set it in alpha.networks.${network} in the Hardhat config.`,
  };
  const remedy = remedies[verdict];
  return verdict === "present"
    ? []
    : [findingOf(PRESENCE_OUTCOMES[verdict], verdict, { reason, remedy })];
}

function proxyFindings(
  { verdict, proxy, proxyUnknown, proxyNotReadable }: ContractVerification,
  strict: boolean,
): readonly Finding[] {
  if (proxyUnknown !== undefined) {
    const reason = describeUnknownProxy(proxyUnknown);
    return [findingOf("unknown", "unknown", { reason })];
  }
  return given(
    proxy && proxyFinding(proxy, verdict),
    // Code that may run other code, which its storage would tell.
    proxyNotReadable &&
      findingOf(strict ? "unknown" : "ok", strict ? "unknown" : verdict, {
        reason: describeUnknownProxy(proxyNotReadable, "not readable"),
      }),
  );
}

function proxyFinding(
  proxy: ProxyVerification,
  present: PresenceVerdict,
): Finding {
  const reason = describeProxy(proxy);
  const status = PRESENCE_OUTCOMES[proxy.verdict];
  if (status === "ok") {
    return findingOf(status, present, { reason });
  }
  const why = proxy.reason === undefined ? "" : `: ${proxy.reason}`;
  return findingOf(status, `proxy to ${proxy.verdict}`, {
    reason: `${reason}, which is ${proxy.verdict}${why}`,
    remedy: status === "failed" ? CHECK_PROXY : undefined,
  });
}

const CHECK_PROXY =
  "Check the proxy: its owner can replace the implementation.";

const WRONG_REMEDY =
  "Check the address, and whether it was swapped with another one.";
const WRONG_OWN_REMEDY =
  "If this is what was meant to be deployed, set artifact to what it was compiled to. Otherwise correct the address, or deploy again.";

function identityFindings(
  { identity, kind }: ContractVerification,
  strict: boolean,
): readonly Finding[] {
  if (identity === undefined) {
    return [];
  }
  const { verdict, basis, reason } = identity;
  if (verdict === "recognised") {
    const word = basis === "lock" ? "accepted" : verdict;
    return reason === undefined ? [] : [findingOf("ok", word, { reason })];
  }
  const wrong = kind === "own" ? WRONG_OWN_REMEDY : WRONG_REMEDY;
  return [
    findingOf(outcomeOfIdentity(verdict, strict), verdict, {
      // The verdict is printed before the reason.
      reason: reason?.replace(/^wrong contract: /, ""),
      // That of others depends on everything else.
      remedy: verdict === "wrong" ? wrong : undefined,
    }),
  ];
}

const CHECK_WIRING =
  "Check the addresses of both contracts, and what was changed on chain.";

function factCheck(fact: FactVerification, strict: boolean): VerifyCheck {
  const { id, class: kind, verdict, expected, actual, reason } = fact;
  const severity = verdict === "changed" ? fact.severity : undefined;
  const group = kind === "structural" ? "wiring" : "control";
  if (strict && hiddenIn(fact) === "storage-hidden") {
    const unread = { reason: `it is ${actual} on this network` };
    return checkOf({ group, name: id }, [
      findingOf("unknown", "unknown", unread),
    ]);
  }
  const status = FACT_OUTCOMES[verdict];
  const remedy = verdict === "broken" ? CHECK_WIRING : undefined;
  return checkOf(
    { group, name: id, expected, actual },
    status === "ok"
      ? []
      : [findingOf(status, verdict, { reason, remedy, severity })],
    verdict,
  );
}

/** What was not read: nothing to say where that is nothing. */
function notLookedAtCheck(
  { notLookedAt = [] }: CheckedFindings,
  strict: boolean,
  lenient: readonly VerifyCheck[],
): readonly VerifyCheck[] {
  // What could not be read may be why something else was not found.
  const isInDoubt = lenient.some(({ status }) => status === "unknown");
  const proven = isInDoubt ? "unknown" : "failed";
  const status = strict ? proven : "ok";
  const findings = notLookedAt.map((reason) =>
    findingOf(status, "not looked at", { reason }),
  );
  const subject = { group: "control", name: "not looked at" } as const;
  return given(
    notLookedAt.length > 0 && checkOf(subject, findings, "incomplete"),
  );
}

function lockCheck(
  lock: LockVerification,
  found: CheckedFindings,
  strict: boolean,
): VerifyCheck {
  const { verdict, block } = lock;
  const actual = block && `of block ${block}`;
  return checkOf(
    { group: "lock", name: "lock file", actual },
    lockFindings(lock, found, strict),
    verdict,
  );
}

/** A check whose texts are one line each. */
export function printable(check: VerifyCheck): VerifyCheck {
  return {
    ...check,
    name: oneLine(check.name),
    address: optionalLine(check.address),
    source: optionalLine(check.source),
    expected: optionalLine(check.expected),
    actual: optionalLine(check.actual),
    findings: check.findings.map((finding) => ({
      ...finding,
      reason: oneLine(finding.reason),
      remedy: optionalLine(finding.remedy),
    })),
  };
}
