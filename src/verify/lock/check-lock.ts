import { combineOutcomes, type Outcome } from "../../base/report.ts";
import { verifyReport } from "../checks.ts";
import {
  type ContractVerification,
  contractId,
  describeUnknownProxy,
  type LockVerification,
  type NetworkVerification,
  type VerifyReport,
} from "../report.ts";
import { compareWithLock, NO_CODE_HASH } from "./compare-with-lock.ts";
import { LOCK_FILE, type Lock } from "./lock-file.ts";

/**
 * The report with each network held against the lock file. A network that is not
 * in it is unknown: nobody said what it should be.
 */
export function checkLock(report: VerifyReport, lock: Lock): VerifyReport {
  return withLockVerdicts(report, (network) => verdictOf(network, lock));
}

/** Whether a network is another one than in the lock file. */
export function isChanged(network: NetworkVerification, lock: Lock): boolean {
  return verdictOf(network, lock).verdict === "changed";
}

function verdictOf(
  network: NetworkVerification,
  { networks }: Lock,
): LockVerification {
  const { hardhatNetwork } = network;
  const name = hardhatNetwork ?? network.network;
  const command = `"npx hardhat alpha verify ${name} --write-lock"`;
  const locked =
    hardhatNetwork !== null && Object.hasOwn(networks, hardhatNetwork)
      ? networks[hardhatNetwork]
      : undefined;
  if (locked === undefined) {
    return {
      verdict: "unknown",
      reason: `${name} is not in ${LOCK_FILE}`,
      remedy: `Add it with ${command}.`,
      changes: [],
      unread: [],
    };
  }
  const comparison = compareWithLock(network, locked);
  const { verdict, changes, unread } = comparison;
  if (verdict === "holds") {
    return comparison;
  }
  const parts = [
    ...(changes.length === 0 ? [] : [count(changes.length, "change")]),
    ...(unread.length === 0
      ? []
      : [`${count(unread.length, "contract")} that could not be compared`]),
  ];
  return {
    ...comparison,
    reason: `${LOCK_FILE} of block ${locked.block}: ${parts.join(", ")}`,
    ...(changes.length === 0
      ? {}
      : { remedy: `If the change is meant, accept it with ${command}.` }),
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/**
 * The report with the networks unknown of which too little was read to lock
 * them, however well they verified.
 */
export function checkLockable(report: VerifyReport): VerifyReport {
  return withLockVerdicts(report, lockVerdictOf);
}

function lockVerdictOf({
  outcome,
  contracts,
}: NetworkVerification): LockVerification | undefined {
  const unread = contracts.flatMap((contract) => {
    const reason = obstacle(contract);
    return reason === undefined
      ? []
      : [{ contract: contractId(contract), reason }];
  });
  return outcome !== "ok" || unread.length === 0
    ? undefined
    : {
        verdict: "unknown",
        reason: "too little could be read to lock it",
        changes: [],
        unread,
      };
}

function obstacle({
  verdict,
  codeHash,
  proxyUnknown,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return NO_CODE_HASH;
  }
  return proxyUnknown === undefined
    ? undefined
    : describeUnknownProxy(proxyUnknown);
}

const OUTCOMES: Readonly<Record<LockVerification["verdict"], Outcome>> = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
};

/**
 * The report with a verdict on the lock for each network, which counts for its
 * outcome; those for which there is none stay as they are.
 */
function withLockVerdicts(
  report: VerifyReport,
  verdictOf: (network: NetworkVerification) => LockVerification | undefined,
): VerifyReport {
  const networks = report.networks.map((network): NetworkVerification => {
    const lock = verdictOf(network);
    if (lock === undefined) {
      return network;
    }
    const reasons = [network.reason, lock.reason].filter(
      (reason) => reason !== undefined,
    );
    return {
      ...network,
      outcome: combineOutcomes([network.outcome, OUTCOMES[lock.verdict]]),
      ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
      lock,
    };
  });
  return verifyReport(report, networks);
}
