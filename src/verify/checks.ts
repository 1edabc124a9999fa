import {
  type Check,
  type CheckStatus,
  type Finding,
  problemsOf,
  worstOf,
} from "../base/problems.ts";
import { combineOutcomes } from "../base/report.ts";
import { oneLine } from "../base/text.ts";
import {
  CHECK_WIRING,
  contractFindings,
  findingOf,
  type Remedies,
  remediesOf,
} from "./findings.ts";
import { lockFindings } from "./lock/lock-findings.ts";
import {
  type ContractVerification,
  contractId,
  FACT_OUTCOMES,
  type FactVerification,
  type LockVerification,
  type NetworkVerification,
  type VerifyReport,
} from "./report.ts";
import { withSharedCauses } from "./shared-causes.ts";

/** One thing that was verified of a network. */
export interface VerifyCheck extends Check {
  readonly group: "network" | "contracts" | "wiring" | "control" | "lock";
  /** Given for contracts. */
  readonly kind?: ContractVerification["kind"];
  /** The name without its kind: `Router`. */
  readonly label: string;
  /** What was read: the code's size, the releases that have it, a fact's value. */
  readonly detail?: string;
}

/** The report of networks that were verified, with what is wrong with each. */
export function verifyReport(
  { level, strict = false }: Pick<VerifyReport, "level" | "strict">,
  networks: readonly NetworkVerification[],
): VerifyReport {
  return {
    schemaVersion: 1,
    task: "verify",
    level,
    ...(strict ? { strict } : {}),
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks: networks.map((network) => ({
      ...network,
      problems: problemsOf(verifyChecks(network, { strict })),
    })),
  };
}

/**
 * Everything that a network's verification tells, the good with the bad. Taken
 * together the checks have the network's outcome.
 */
export function verifyChecks(
  network: NetworkVerification,
  { strict = false }: Pick<VerifyReport, "strict">,
): readonly VerifyCheck[] {
  const { contracts, facts = [], lock, outcome } = network;
  const remedies = remediesOf(network);
  const parts = [
    ...contracts.map((contract) => contractCheck(contract, strict, remedies)),
    ...facts.map((fact) => factCheck(fact, remedies)),
    ...(lock === undefined ? [] : [lockCheck(lock, network, remedies)]),
  ].map((check) => ({
    ...check,
    status: counted(check.status, outcome),
    findings: check.findings.map((finding) => ({
      ...finding,
      status: counted(finding.status, outcome),
    })),
  }));
  return [networkCheck(network, parts), ...withSharedCauses(parts, network)];
}

/** What the network's outcome leaves out, such as policies, only warns. */
function counted(
  status: CheckStatus,
  outcome: NetworkVerification["outcome"],
): CheckStatus {
  const isTooMuch =
    (status === "failed" && outcome !== "failed") ||
    (status === "unknown" && outcome === "ok");
  return isTooMuch ? "warning" : status;
}

/**
 * The chain itself: what is wrong there, and whatever of the network's outcome
 * no other check tells.
 */
function networkCheck(
  network: NetworkVerification,
  others: readonly VerifyCheck[],
): VerifyCheck {
  const { endpoint } = network;
  const finding = networkFinding(network, others);
  const status = finding?.status ?? "ok";
  return {
    group: "network",
    name: "network",
    label: "network",
    ...(endpoint === null ? {} : { address: oneLine(endpoint) }),
    status,
    verdict: status,
    findings: finding === undefined ? [] : [finding],
  };
}

function networkFinding(
  network: NetworkVerification,
  others: readonly VerifyCheck[],
): Finding | undefined {
  const { block, cause, outcome, reason } = network;
  if (cause !== undefined) {
    return findingOf(
      cause.outcome,
      cause.outcome,
      cause.reason,
      remediesOf(network),
    );
  }
  const counting = others.flatMap(({ status }) =>
    status === "warning" || status === "skipped" ? [] : [status],
  );
  const isTold = counting.length > 0 && combineOutcomes(counting) === outcome;
  return outcome === "ok" || (block !== undefined && isTold)
    ? undefined
    : findingOf(outcome, outcome, reason, remediesOf(network));
}

function contractCheck(
  contract: ContractVerification,
  strict: boolean,
  remedies: Remedies,
): VerifyCheck {
  const { kind, key, index, address, source, verdict, codeSize, identity } =
    contract;
  const findings = contractFindings(contract, strict, remedies);
  const worst = worstOf(findings);
  const size =
    codeSize === undefined
      ? undefined
      : `${codeSize.toLocaleString("en-US")} bytes`;
  const releases =
    identity?.verdict === "recognised" ? identity.releases : undefined;
  const detail = identity === undefined ? size : releases;
  return {
    group: "contracts",
    kind,
    name: oneLine(contractId(contract)),
    label: oneLine(index === undefined ? key : `${key}[${index}]`),
    ...(address === undefined ? {} : { address: oneLine(address) }),
    ...(source === undefined ? {} : { source: oneLine(source) }),
    ...(detail === undefined ? {} : { detail: oneLine(detail) }),
    status: worst?.status ?? "ok",
    verdict: worst?.verdict ?? verdict,
    findings,
  };
}

function factCheck(
  { id, class: kind, verdict, actual, reason }: FactVerification,
  remedies: Remedies,
): VerifyCheck {
  const status = FACT_OUTCOMES[verdict];
  return {
    group: kind === "structural" ? "wiring" : "control",
    name: oneLine(id),
    label: oneLine(id.replace(/^(registry|token)\./, "")),
    ...(actual === undefined ? {} : { detail: oneLine(actual) }),
    status,
    verdict,
    findings:
      status === "ok"
        ? []
        : [
            findingOf(
              status,
              verdict,
              reason,
              remedies,
              verdict === "broken" ? CHECK_WIRING : undefined,
            ),
          ],
  };
}

const LOCK_STATUS = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
} as const;

function lockCheck(
  lock: LockVerification,
  network: NetworkVerification,
  remedies: Remedies,
): VerifyCheck {
  const { verdict, block } = lock;
  return {
    group: "lock",
    name: "lock file",
    label: "lock file",
    ...(block === undefined ? {} : { detail: `of block ${block}` }),
    status: LOCK_STATUS[verdict],
    verdict,
    findings: lockFindings(lock, network).map(
      ({ verdict: word, reason, remedy }) =>
        findingOf(LOCK_STATUS[word], word, reason, remedies, remedy),
    ),
  };
}
