import type { Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { oneLine, optionalLine } from "../../base/text.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  networkReason,
  outcomeOfIdentity,
  outdatedReason,
  PRESENCE_OUTCOMES,
  type ProxyVerification,
  proxyReason,
  type VerifyRow,
} from "../found.ts";
import type { PresenceVerdict } from "../report.ts";
import { contractId } from "../values/path.ts";
import type { Reason } from "../values/reason.ts";
import { withAcceptance } from "./accept-command.ts";
import { factWords } from "./fact-words-loader.ts";
import { findingFor, rowOf } from "./findings.ts";
import { describeProxy } from "./sentences.ts";
import { withSharedCauses } from "./shared-causes.ts";

/**
 * Everything that was verified of a network: a row for the network itself, each contract,
 * each fact and the lock file, in printable lines. Every format shows these rows.
 * Together they have the network's outcome.
 *
 * @param strict whether code of no known release fails; else it is unknown
 */
export function rowsOf(
  found: CheckedFindings,
  strict: boolean,
): readonly VerifyRow[] {
  const lenient = rawRows(found, false);
  const rows = strict ? rawRows(found, true, lenient) : lenient;
  const accepted = withAcceptance(rows, found, lenient);
  return withSharedCauses(accepted, found).map(printable);
}

function rawRows(
  found: CheckedFindings,
  strict: boolean,
  lenient: readonly VerifyRow[] = [],
): readonly VerifyRow[] {
  const { contracts, facts = [], lock } = found;
  return [
    networkRow(found),
    ...contracts.map((contract) => contractRow(contract, strict, found)),
    ...facts.map((fact) => factWords().factRow(fact, found)),
    ...(found.expect ? factWords().unmatchedRows(found) : []),
    ...notLookedAtRow(found, strict, lenient),
    ...given(lock && factWords().lockRow(lock, found, strict)),
  ];
}

/** The node and the chain, without which nothing else can be checked. */
function networkRow(found: CheckedFindings): VerifyRow {
  const { endpoint, contracts, facts = [], cause, outdated } = found;
  const isSkipped = contracts.every(({ verdict }) => verdict === "skipped");
  const address = endpoint ?? undefined;
  const subject = { group: "network", name: "network", address } as const;
  if (cause !== undefined) {
    const { outcome } = cause;
    const reason = networkReason(cause);
    return rowOf(subject, [findingFor(outcome, outcome, reason, cause)]);
  }
  const findings: Finding[] = [];
  const old = outdatedReason(found);
  if (old !== undefined) {
    findings.push(findingFor("unknown", "unknown", old, outdated));
  }
  if (isSkipped && facts.length === 0) {
    const nothing: Reason = { code: "nothing-to-verify" };
    findings.push(findingFor("unknown", "unknown", nothing));
  }
  return rowOf(subject, findings);
}

function contractRow(
  contract: ContractVerification,
  strict: boolean,
  found: CheckedFindings,
): VerifyRow {
  const { address, source, verdict, codeSize, identity } = contract;
  const name = contractId(contract);
  const size = codeSize?.toLocaleString("en-US");
  let actual = size && `${size} bytes`;
  if (identity !== undefined) {
    const isRecognised = identity.verdict === "recognised";
    actual = isRecognised ? identity.releases : undefined;
  }
  return rowOf(
    { group: "contracts", name, address, source, actual },
    [
      ...presenceFindings(contract, found.network),
      ...proxyFindings(contract, strict),
      ...identityFindings(contract, strict),
      ...(found.lock ? factWords().contractChanges(contract, found) : []),
    ],
    verdict,
  );
}

function presenceFindings(
  { kind, key, verdict, reason }: ContractVerification,
  network: CheckedFindings["network"],
): readonly Finding[] {
  const own = kind === "own" ? `.contracts.${key}.address` : "";
  const remedies: Partial<Record<PresenceVerdict, string>> = {
    absent:
      "Check the address, and that the contract is deployed on this network.",
    delegated: "Check the address: a contract must be there.",
    unset: `Set it in alpha.networks.${network}${own} in the Hardhat config.`,
  };
  const remedy = remedies[verdict];
  const status = PRESENCE_OUTCOMES[verdict];
  return given(
    verdict !== "present" && findingFor(status, verdict, reason, { remedy }),
  );
}

function proxyFindings(
  { verdict, proxy, proxyUnread }: ContractVerification,
  strict: boolean,
): readonly Finding[] {
  const reason = proxyUnread && proxyReason(proxyUnread);
  if (proxyUnread?.kind === "unread") {
    return [findingFor("unknown", "unknown", reason)];
  }
  // Code that may run other code, which its storage would tell.
  const [status, word] = strict
    ? (["unknown", "unknown"] as const)
    : (["ok", verdict] as const);
  return given(
    proxy && proxyFinding(proxy, verdict),
    reason && findingFor(status, word, reason),
  );
}

function proxyFinding(
  proxy: ProxyVerification,
  present: PresenceVerdict,
): Finding {
  const { verdict, reason: cause } = proxy;
  const facts = { proxy: describeProxy(proxy) };
  const status = PRESENCE_OUTCOMES[verdict];
  if (status === "ok") {
    return findingFor(status, present, { code: "proxy", facts });
  }
  const remedy = status === "failed" ? CHECK_PROXY : undefined;
  const named = { ...facts, verdict };
  const reason: Reason = { code: "implementation", facts: named, cause };
  return findingFor(status, `proxy to ${verdict}`, reason, { remedy });
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
    return given(reason && findingFor("ok", word, reason));
  }
  const wrong = kind === "own" ? WRONG_OWN_REMEDY : WRONG_REMEDY;
  // The remedy of others depends on everything else.
  const remedy = verdict === "wrong" ? wrong : undefined;
  const status = outcomeOfIdentity(verdict, strict);
  return [findingFor(status, verdict, reason, { remedy })];
}

/** The row on what was not read; undefined if everything was. */
function notLookedAtRow(
  { notLookedAt = [], acceptedGaps = [] }: CheckedFindings,
  strict: boolean,
  lenient: readonly VerifyRow[],
): readonly VerifyRow[] {
  // What could not be read may be why something else was not found.
  const isInDoubt = lenient.some(({ status }) => status === "unknown");
  const findings = notLookedAt.map(({ id, label, reason, isUnconfirmed }) => {
    // On a machine with less to do, the time might have been enough.
    const isTimeOut = reason.facts?.["why"] === "analysis-too-slow";
    const isUnproven = isInDoubt || isUnconfirmed || isTimeOut;
    const proven = isUnproven ? "unknown" : "failed";
    const about = { ...reason, subject: id ?? reason.subject };
    const finding =
      id !== undefined && acceptedGaps.includes(id)
        ? findingFor("ok", "accepted", about)
        : findingFor(strict ? proven : "ok", "not looked at", about);
    const text = given(label, finding.reason).join(": ");
    return { ...finding, cause: `${label} ${finding.cause}`, reason: text };
  });
  const subject = { group: "control", name: NOT_LOOKED_AT } as const;
  return given(
    notLookedAt.length > 0 && rowOf(subject, findings, "incomplete"),
  );
}

/** The name of the row with these. */
export const NOT_LOOKED_AT = "not looked at";

/** A row whose texts are one line each. */
export function printable(row: VerifyRow): VerifyRow {
  return {
    ...row,
    name: oneLine(row.name),
    address: optionalLine(row.address),
    source: optionalLine(row.source),
    expected: optionalLine(row.expected),
    actual: optionalLine(row.actual),
    findings: row.findings.map((finding) => ({
      ...finding,
      reason: oneLine(finding.reason),
      remedy: optionalLine(finding.remedy),
    })),
  };
}
