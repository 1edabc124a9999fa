import { type Finding, worstOf } from "../base/problems.ts";
import { oneLine, optionalLine } from "../base/text.ts";
import { lockFindings } from "./lock/describe-lock.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  contractId,
  describeUnknownProxy,
  FACT_OUTCOMES,
  type FactVerification,
  type LockVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type PresenceVerdict,
  type ProxyKind,
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
  const { contracts, facts = [], lock, network } = found;
  const checks = [
    networkCheck(found),
    ...contracts.map((contract) => contractCheck(contract, strict, network)),
    ...facts.map(factCheck),
    ...(lock === undefined ? [] : [lockCheck(lock, found)]),
  ];
  return withSharedCauses(checks, found).map(printable);
}

/** A check that ended as the worst of its findings, or with a verdict without any. */
function checkOf(
  subject: Omit<VerifyCheck, "status" | "verdict" | "findings">,
  findings: readonly Finding[],
  fine = "ok",
): VerifyCheck {
  const { status = "ok", verdict = fine } = worstOf(findings) ?? {};
  return { ...subject, status, verdict, findings };
}

/** The node and the chain, without which nothing else can be checked. */
function networkCheck({
  endpoint,
  cause,
  contracts,
  facts = [],
}: CheckedFindings): VerifyCheck {
  const isEmpty =
    facts.length === 0 &&
    contracts.every(({ verdict }) => verdict === "skipped");
  const problem =
    cause ??
    (isEmpty
      ? ({
          outcome: "unknown",
          reason: "there is no contract to verify",
        } as const)
      : undefined);
  return checkOf(
    { group: "network", name: "network", address: endpoint ?? undefined },
    problem === undefined
      ? []
      : [
          {
            status: problem.outcome,
            verdict: problem.outcome,
            reason: problem.reason,
            remedy: problem.remedy,
          },
        ],
  );
}

function contractCheck(
  contract: ContractVerification,
  strict: boolean,
  network: CheckedFindings["network"],
): VerifyCheck {
  const { kind, address, source, verdict, codeSize, identity } = contract;
  const size =
    codeSize === undefined
      ? undefined
      : `${codeSize.toLocaleString("en-US")} bytes`;
  const releases =
    identity?.verdict === "recognised" ? identity.releases : undefined;
  return checkOf(
    {
      group: "contracts",
      kind,
      name: contractId(contract),
      address,
      source,
      actual: identity === undefined ? size : releases,
    },
    [
      ...presenceFindings(contract, network),
      ...proxyFindings(contract),
      ...identityFindings(contract, strict),
    ],
    verdict,
  );
}

function presenceFindings(
  { verdict, reason = verdict }: ContractVerification,
  network: CheckedFindings["network"],
): readonly Finding[] {
  const remedies: Partial<Record<PresenceVerdict, string>> = {
    absent:
      "Check the address, and that the contract is deployed on this network.",
    delegated: "Check the address: a contract must be there.",
    unset: `Set it in alpha.networks.${network} in the Hardhat config.`,
  };
  const status = PRESENCE_OUTCOMES[verdict];
  return verdict === "present"
    ? []
    : [{ status, verdict, reason, remedy: remedies[verdict] }];
}

function proxyFindings({
  verdict,
  proxy,
  proxyUnknown,
}: ContractVerification): readonly Finding[] {
  if (proxyUnknown !== undefined) {
    const reason = describeUnknownProxy(proxyUnknown);
    return [{ status: "unknown", verdict: "unknown", reason }];
  }
  if (proxy === undefined) {
    return [];
  }
  const what = describeProxy(proxy);
  const status = PRESENCE_OUTCOMES[proxy.verdict];
  if (status === "ok") {
    return [{ status, verdict, reason: what }];
  }
  const why = proxy.reason === undefined ? "" : `: ${proxy.reason}`;
  return [
    {
      status,
      verdict: `proxy to ${proxy.verdict}`,
      reason: `${what}, which is ${proxy.verdict}${why}`,
      remedy:
        status === "failed"
          ? "Check the proxy: its owner can replace the implementation."
          : undefined,
    },
  ];
}

const PROXY_KINDS: Readonly<Record<ProxyKind, string>> = {
  eip1167: "clone (EIP-1167) of",
  eip7511: "clone (EIP-7511) of",
  eip1967: "upgradable proxy (EIP-1967) to",
  beacon: "beacon proxy (EIP-1967) to",
};

/** What a contract runs, and who can change that. */
function describeProxy({
  kind,
  implementation,
  beacon,
  admin,
  further = [],
}: ProxyVerification): string {
  return [
    `${PROXY_KINDS[kind]} ${implementation}`,
    ...further.map((hop) => `a ${PROXY_KINDS[hop.kind]} ${hop.implementation}`),
    ...(beacon === undefined ? [] : [`beacon ${beacon}`]),
    ...(admin === undefined ? [] : [`admin ${admin}`]),
  ].join(", ");
}

const RECOGNISED = {
  release: "recognised",
  behaviour: "recognised",
  lock: "accepted",
} as const;

const IDENTITY_REMEDIES = {
  wrong: "Check the address, and whether it was swapped with another one.",
  unrecognised:
    "Check what is deployed at the address. If it is meant, accept the code with --write-lock --accept.",
  unknown: undefined,
} as const;

function identityFindings(
  { identity }: ContractVerification,
  strict: boolean,
): readonly Finding[] {
  if (identity === undefined) {
    return [];
  }
  const { verdict, basis = "release", reason } = identity;
  if (verdict === "recognised") {
    return reason === undefined
      ? []
      : [{ status: "ok", verdict: RECOGNISED[basis], reason }];
  }
  return [
    {
      status: outcomeOfIdentity(verdict, strict),
      verdict,
      // The verdict is printed before the reason.
      reason: reason?.replace(/^wrong contract: /, "") ?? verdict,
      remedy: IDENTITY_REMEDIES[verdict],
    },
  ];
}

function factCheck({
  id,
  class: kind,
  verdict,
  expected,
  actual,
  reason = verdict,
}: FactVerification): VerifyCheck {
  const status = FACT_OUTCOMES[verdict];
  const remedy =
    verdict === "broken"
      ? "Check the addresses of both contracts, and what was changed on chain."
      : undefined;
  return checkOf(
    {
      group: kind === "structural" ? "wiring" : "control",
      name: id,
      expected,
      actual,
    },
    status === "ok" ? [] : [{ status, verdict, reason, remedy }],
    verdict,
  );
}

function lockCheck(
  lock: LockVerification,
  found: CheckedFindings,
): VerifyCheck {
  const { verdict, block } = lock;
  return checkOf(
    {
      group: "lock",
      name: "lock file",
      actual: block === undefined ? undefined : `of block ${block}`,
    },
    lockFindings(lock, found),
    verdict,
  );
}

function printable(check: VerifyCheck): VerifyCheck {
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
